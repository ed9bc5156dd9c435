package dev.atoll.train.sampling.dgs.explain;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A weight between 0 and 1 per remote node or per column: the sigmoid of a number that Adam moves.
 */
final class Mask {
  /** Numbers per entry: the logit and Adam's two moments. */
  static final int STATE = 3;

  /** Masks begin nearly open, as GNNExplainer's do. */
  private static final float FIRST_LOGIT = 1;

  private static final double BETA_1 = 0.9;
  private static final double BETA_2 = 0.999;
  private static final double EPSILON = 1e-8;

  private final int size;

  /** Logits, then first moments, then second ones. */
  private final float[] state;

  private Mask(int size, float[] state) {
    this.size = size;
    this.state = state;
  }

  static Mask open(int size) {
    float[] state = new float[size * STATE];
    Arrays.fill(state, 0, size, FIRST_LOGIT);
    return new Mask(size, state);
  }

  /** A mask as {@link #state} has described it. */
  static Mask of(float... state) {
    return new Mask(state.length / STATE, state.clone());
  }

  Mask copy() {
    return of(state);
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

  /** The weights of some entries. */
  float[] values(int... places) {
    float[] values = new float[places.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) value(places[i]);
    }
    return values;
  }

  /** The places of all entries. */
  int[] all() {
    return IntStream.range(0, size).toArray();
  }

  private double value(int i) {
    return 1 / (1 + StrictMath.exp(-state[i]));
  }

  /** {@code sizeWeight·mean m + entropyWeight·mean H(m)} of some entries. */
  double penalty(int[] places, double sizeWeight, double entropyWeight) {
    double sum = 0;
    for (int i : places) {
      double m = value(i);
      double entropy =
          m == 0 || m == 1 ? 0 : -m * StrictMath.log(m) - (1 - m) * StrictMath.log1p(-m);
      sum += sizeWeight * m + entropyWeight * entropy;
    }
    return places.length == 0 ? 0 : sum / places.length;
  }

  /**
   * One step of Adam of some entries, for a loss of which {@code sizeWeight·mean m +
   * entropyWeight·mean H(m)} is a part.
   *
   * @param ofValues the gradient of the rest, by m
   * @param step counted from 1
   */
  void step(
      int[] places,
      float[] ofValues,
      double sizeWeight,
      double entropyWeight,
      double rate,
      int step) {
    double correction1 = 1 - StrictMath.pow(BETA_1, step);
    double correction2 = 1 - StrictMath.pow(BETA_2, step);
    for (int at = 0; at < places.length; at++) {
      int i = places[at];
      double m = value(i);
      // dH/dm is minus the logit.
      double byValue = ofValues[at] + (sizeWeight - entropyWeight * state[i]) / places.length;
      double gradient = byValue * m * (1 - m);
      double first = BETA_1 * state[size + i] + (1 - BETA_1) * gradient;
      double second = BETA_2 * state[2 * size + i] + (1 - BETA_2) * gradient * gradient;
      state[size + i] = (float) first;
      state[2 * size + i] = (float) second;
      double move = first / correction1 / (Math.sqrt(second / correction2) + EPSILON);
      state[i] -= (float) (rate * move);
    }
  }
}
