package dev.atoll.train;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;

/** One row of float32 per node, tightly packed, in the dataset's own order. */
public record NodeRows(int rows, int width, MemorySegment cells) {
  public float cell(int node, int column) {
    return cells.getAtIndex(JAVA_FLOAT, (long) node * width + column);
  }
}
