package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The neighbour array of a graph while it is written: int32 cells, or int64 when wide. */
record NeighborCells(MemorySegment data, boolean wide) {
  static NeighborCells in(Storage storage, boolean wide, long count) {
    return new NeighborCells(
        wide ? storage.longs(CsrBuilder.INDICES, count) : storage.ints(CsrBuilder.INDICES, count),
        wide);
  }

  static NeighborCells scratch(Storage storage, Arena until, boolean wide, long count) {
    long bytes = count * (wide ? Long.BYTES : Integer.BYTES);
    return new NeighborCells(storage.scratch(until, bytes), wide);
  }

  long get(long place) {
    return wide
        ? data.get(JAVA_LONG, place * Long.BYTES)
        : data.get(JAVA_INT, place * Integer.BYTES);
  }

  void set(long place, long neighbor) {
    if (wide) {
      data.set(JAVA_LONG, place * Long.BYTES, neighbor);
    } else {
      data.set(JAVA_INT, place * Integer.BYTES, (int) neighbor);
    }
  }
}
