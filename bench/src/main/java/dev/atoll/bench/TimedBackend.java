package dev.atoll.bench;

import dev.atoll.tensor.Backend;
import java.util.function.Supplier;

/**
 * A backend to be timed.
 *
 * @param tolerance the largest difference from sums in float64 that rounding explains, relative to
 *     the size of the terms
 */
public record TimedBackend(Supplier<Backend> open, double tolerance) {
  /** A backend that computes in float32; sums of millions of terms lose some bits. */
  public static TimedBackend inFull(Supplier<Backend> open) {
    return new TimedBackend(open, 0x1p-10);
  }

  /** A backend that rounds operands and results to TF32 or bf16. */
  public static TimedBackend rounded(Supplier<Backend> open) {
    return new TimedBackend(open, 0x1p-6);
  }
}
