package dev.atoll.train.sampling.dgs.explain;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A weight between 0 and 1 per remote node or per column: the sigmoid of a logit that Adam
 * optimises. Every entry has its own step count, so that it may take part in explanations from any
 * one on.
 *
 * <p>A mask with a budget has the weights {@code σ(logit + τ)}, where τ makes their mean the
 * budget; entries gain only what others lose. Steps are in proportion to gradients (one second
 * moment for all), so that the order of logits is the order of importance, also among unimportant
 * entries. With a second moment per entry, as in penalised masks, unimportant entries would move as
 * fast as important ones.
 */
final class Mask {
  /** Numbers per entry: the logit, Adam's two moments, and its steps. */
  static final int STATE = 4;

  /** Masks without a budget begin nearly open, as GNNExplainer's do. */
  private static final float FIRST_LOGIT = 1;

  private static final double BETA_1 = 0.9;
  private static final double BETA_2 = 0.999;
  private static final double EPSILON = 1e-8;
  private static final double LEAST_MOMENT = 1e-30;
  private static final int NEWTON_STEPS = 50;
  private static final double EXACT = 1e-9;

  private final MaskGoal goal;
  private final int size;

  /** Logits, then first moments, then second ones, then steps. */
  private final float[] state;

  private Mask(MaskGoal goal, float[] state) {
    this.goal = goal;
    this.size = state.length / STATE;
    this.state = state;
  }

  static Mask open(MaskGoal goal, int size) {
    float[] state = new float[size * STATE];
    Arrays.fill(state, 0, size, goal.hasBudget() ? 0 : FIRST_LOGIT);
    return new Mask(goal, state);
  }

  /** A mask as {@link #state} has described it. */
  static Mask of(MaskGoal goal, float... state) {
    return new Mask(goal, state.clone());
  }

  Mask copy() {
    return of(goal, state);
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

  /** The weights of some entries; under a budget, their mean is the budget. */
  float[] values(int... places) {
    double offset = goal.hasBudget() ? offset(places) : 0;
    float[] values = new float[places.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) sigmoid(state[places[i]] + offset);
    }
    return values;
  }

  /** The places of all entries. */
  int[] all() {
    return IntStream.range(0, size).toArray();
  }

  private static double sigmoid(double x) {
    return 1 / (1 + StrictMath.exp(-x));
  }

  /** The offset that makes the mean weight the budget, by Newton's method within a bracket. */
  private double offset(int... places) {
    double wanted = StrictMath.log(goal.budget() / (1 - goal.budget()));
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
      double error = sum - goal.budget() * places.length;
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

  /** The contribution of some entries to the objective; 0 under a budget. */
  double penalty(float... values) {
    double sum = 0;
    for (float m : values) {
      double entropy =
          m == 0 || m == 1 ? 0 : -m * StrictMath.log(m) - (1 - m) * StrictMath.log1p(-m);
      sum += goal.size() * m + goal.entropy() * entropy;
    }
    return values.length == 0 ? 0 : sum / values.length;
  }

  /**
   * Takes a step of Adam for some entries.
   *
   * @param values of these entries now
   * @param ofValues the gradient of the prediction's loss by them
   */
  void step(int[] places, float[] values, float[] ofValues, double rate) {
    double[] gradients =
        goal.hasBudget() ? withinBudget(values, ofValues) : penalized(places, values, ofValues);
    double meanSquare = Arrays.stream(gradients).map(g -> g * g).average().orElse(0);
    for (int at = 0; at < places.length; at++) {
      double g = gradients[at];
      move(places[at], g, goal.hasBudget() ? meanSquare : g * g, rate);
    }
  }

  /** The gradient by logit under a budget: the gain of an entry is a loss of the others. */
  private static double[] withinBudget(float[] values, float[] ofValues) {
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

  /**
   * The gradient by logit with penalties; the derivative of the entropy, dH/dm, is minus the logit.
   */
  private double[] penalized(int[] places, float[] values, float[] ofValues) {
    double[] gradients = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      double penalty = (goal.size() - goal.entropy() * state[places[i]]) / values.length;
      gradients[i] = (ofValues[i] + penalty) * values[i] * (1.0 - values[i]);
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
      state[entry] -= (float) (rate * corrected / (scale + EPSILON * (goal.hasBudget() ? 0 : 1)));
    }
  }
}
