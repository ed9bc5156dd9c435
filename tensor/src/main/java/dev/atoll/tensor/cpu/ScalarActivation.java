package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Activation;

/** Activation functions of single numbers. */
final class ScalarActivation {
  static final float LEAKY_SLOPE = 0.2f;

  private ScalarActivation() {}

  /** The comparison lets NaN through, so that a diverged run is noticed. */
  static float value(Activation activation, float x) {
    return switch (activation) {
      case IDENTITY -> x;
      case RELU -> x <= 0 ? 0 : x;
      case ELU -> x <= 0 ? (float) StrictMath.expm1(x) : x;
      case LEAKY_RELU -> x <= 0 ? LEAKY_SLOPE * x : x;
    };
  }

  /** The slope of {@code scale·activation} at the input that gave {@code out}. */
  static float slope(Activation activation, float out, float scale) {
    return switch (activation) {
      case IDENTITY -> scale;
      case RELU -> out <= 0 ? 0 : scale;
      case ELU -> out <= 0 ? out + scale : scale;
      case LEAKY_RELU -> out <= 0 ? LEAKY_SLOPE * scale : scale;
    };
  }
}
