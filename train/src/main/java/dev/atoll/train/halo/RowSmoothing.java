package dev.atoll.train.halo;

import java.lang.foreign.MemorySegment;

/** Merges rows that arrive into the stale rows they replace. */
@FunctionalInterface
public interface RowSmoothing {
  /**
   * Merges rows of one message into their stale predecessors.
   *
   * @param stale the rows that were read so far, float32; holds the result
   * @param arrived as many, float32
   */
  void merge(MemorySegment stale, MemorySegment arrived);
}
