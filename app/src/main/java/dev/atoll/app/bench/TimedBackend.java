package dev.atoll.app.bench;

import dev.atoll.tensor.Backend;
import java.util.function.Supplier;

/**
 * A backend to be timed.
 *
 * @param tolerance the largest difference from sums in float64 that rounding explains, relative to
 *     the size of the terms
 */
public record TimedBackend(Supplier<Backend> open, double tolerance) {
  /** Computes in float32; millions of terms in a row lose some bits. */
  public static TimedBackend inFull(Supplier<Backend> open) {
    return new TimedBackend(open, 0x1p-10);
  }

  /** Rounds operands to TF32 or bf16, and results as well. */
  public static TimedBackend rounded(Supplier<Backend> open) {
    return new TimedBackend(open, 0x1p-6);
  }
}
