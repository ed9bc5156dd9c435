package dev.atoll.train.halo.pipegcn;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.train.halo.RowSmoothing;
import java.lang.foreign.MemorySegment;

/** An exponential moving average: {@code stale = γ·stale + (1 − γ)·arrived}. */
record MovingAverage(float decay) implements RowSmoothing {
  @Override
  public void merge(MemorySegment stale, MemorySegment arrived) {
    for (long at = 0; at < stale.byteSize(); at += Float.BYTES) {
      float average =
          decay * stale.get(JAVA_FLOAT_UNALIGNED, at)
              + (1 - decay) * arrived.get(JAVA_FLOAT_UNALIGNED, at);
      stale.set(JAVA_FLOAT_UNALIGNED, at, average);
    }
  }
}
