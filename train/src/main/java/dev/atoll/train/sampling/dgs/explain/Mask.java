package dev.atoll.train.sampling.dgs.explain;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A weight between 0 and 1 per remote node or per column: the sigmoid of a logit that Adam
 * optimises. Every entry has its own step count, so that it may take part in explanations from any
 * one on.
 *
 * <p>The weights are {@code σ(logit + τ)}, where τ makes their mean the budget; entries gain only
 * what others lose. Steps are in proportion to gradients (one second moment for all), so that the
 * order of logits is the order of importance, also among unimportant entries. With a second moment
 * per entry unimportant entries would move as fast as important ones.
 */
final class Mask {
  /** Numbers per entry: the logit, Adam's two moments, and its steps. */
  static final int STATE = 4;

  /** The budget of a mask that is all but open: its entries still move against each other. */
  private static final double LARGEST_BUDGET = 0.99;

  private static final double BETA_1 = 0.9;
  private static final double BETA_2 = 0.999;
  private static final double LEAST_MOMENT = 1e-30;
  private static final int NEWTON_STEPS = 50;
  private static final double EXACT = 1e-9;

  /** The constant mean of the weights, above 0 and below 1. */
  private final double budget;

  private final int size;

  /** Logits, then first moments, then second ones, then steps. */
  private final float[] state;

  private Mask(double share, float[] state) {
    this.budget = Math.min(share, LARGEST_BUDGET);
    this.size = state.length / STATE;
    this.state = state;
  }

  /** The mask of a first explanation: all entries are equal. */
  static Mask open(double budget, int size) {
    return new Mask(budget, new float[size * STATE]);
  }

  /** A mask as {@link #state} has described it. */
  static Mask of(double budget, float... state) {
    return new Mask(budget, state.clone());
  }

  Mask copy() {
    return of(budget, state);
  }

  float[] state() {
    return state.clone();
  }

  int size() {
    return size;
  }

  float[] values() {
    return values(all());
  }

  /** The weights of some entries, whose mean is the budget. */
  float[] values(int... places) {
    double offset = offset(places);
    float[] values = new float[places.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) sigmoid(state[places[i]] + offset);
    }
    return values;
  }

  /** The positions of the entries. */
  int[] all() {
    return IntStream.range(0, size).toArray();
  }

  private static double sigmoid(double x) {
    return 1 / (1 + StrictMath.exp(-x));
  }

  /** The offset that makes the mean weight the budget, by Newton's method within a bracket. */
  private double offset(int... places) {
    double wanted = StrictMath.log(budget / (1 - budget));
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i : places) {
      low = Math.min(low, wanted - state[i]);
      high = Math.max(high, wanted - state[i]);
    }
    double offset = (low + high) / 2;
    for (int step = 0; step < NEWTON_STEPS && high - low > EXACT; step++) {
      double sum = 0;
      double slope = 0;
      for (int i : places) {
        double m = sigmoid(state[i] + offset);
        sum += m;
        slope += m * (1 - m);
      }
      double error = sum - budget * places.length;
      if (Math.abs(error) <= EXACT * places.length) {
        break;
      }
      if (error > 0) {
        high = offset;
      } else {
        low = offset;
      }
      double next = offset - error / slope;
      offset = next > low && next < high ? next : (low + high) / 2;
    }
    return offset;
  }

  /**
   * Takes a step of Adam for some entries.
   *
   * @param values of these entries now
   * @param ofValues the gradient of the prediction's loss by them
   */
  void step(int[] places, float[] values, float[] ofValues, double rate) {
    double[] gradients = byLogit(values, ofValues);
    double meanSquare = Arrays.stream(gradients).map(g -> g * g).average().orElse(0);
    for (int at = 0; at < places.length; at++) {
      move(places[at], gradients[at], meanSquare, rate);
    }
  }

  /** The gradient by logit: the gain of an entry is a loss of the others. */
  private static double[] byLogit(float[] values, float[] ofValues) {
    double weighted = 0;
    double slopes = 0;
    for (int i = 0; i < values.length; i++) {
      double slope = values[i] * (1.0 - values[i]);
      weighted += slope * ofValues[i];
      slopes += slope;
    }
    double mean = slopes == 0 ? 0 : weighted / slopes;
    double[] gradients = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      gradients[i] = values[i] * (1.0 - values[i]) * (ofValues[i] - mean);
    }
    return gradients;
  }

  private void move(int entry, double gradient, double square, double rate) {
    double first = BETA_1 * state[size + entry] + (1 - BETA_1) * gradient;
    double second = BETA_2 * state[2 * size + entry] + (1 - BETA_2) * square;
    float steps = state[3 * size + entry] + 1;
    state[size + entry] = (float) first;
    state[2 * size + entry] = (float) Math.max(second, LEAST_MOMENT);
    state[3 * size + entry] = steps;
    double corrected = first / (1 - StrictMath.pow(BETA_1, steps));
    double scale = Math.sqrt(second / (1 - StrictMath.pow(BETA_2, steps)));
    if (scale > 0) {
      state[entry] -= (float) (rate * corrected / scale);
    }
  }
}
