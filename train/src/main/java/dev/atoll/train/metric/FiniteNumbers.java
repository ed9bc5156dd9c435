package dev.atoll.train.metric;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;

/** Looks for numbers that a model which has not diverged does not have. */
public final class FiniteNumbers {
  private FiniteNumbers() {}

  /** The index of the first float32 that is NaN or infinite; −1 where all are finite. */
  public static long firstOther(MemorySegment numbers) {
    long count = numbers.byteSize() / Float.BYTES;
    for (long i = 0; i < count; i++) {
      if (!Float.isFinite(numbers.getAtIndex(JAVA_FLOAT, i))) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Requires the outputs of a model to be finite.
   *
   * @throws NanScoreException naming the first that is not
   */
  public static void requireOutputs(MemorySegment outputs) {
    long at = firstOther(outputs);
    if (at >= 0) {
      throw new NanScoreException(outputs.getAtIndex(JAVA_FLOAT, at));
    }
  }
}
