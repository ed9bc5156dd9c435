package dev.atoll.formats.table.nodes;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.NpyType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The arrays that the rows of a node table fill.
 *
 * @param features float32 rows of every {@code step}-th node
 * @param roles of all nodes in the split; empty without a split
 */
record NodeArrays(MemorySegment features, long step, MemorySegment roles) {
  /** The arrays of a dataset. */
  static NodeArrays of(DatasetWriter writer, long nodes, int width, boolean split)
      throws IOException {
    return new NodeArrays(
        width == 0 ? MemorySegment.NULL : writer.denseFeatures(nodes, width),
        1,
        split ? writer.map("split", NpyType.INT8, nodes) : MemorySegment.NULL);
  }

  /** Arrays in memory, with the features of no more nodes than {@link SoleColumns} looks at. */
  static NodeArrays ofSample(long nodes, int width, boolean split, Arena arena) {
    long step = Math.max(1, Math.ceilDiv(nodes, SoleColumns.mostNodes(width)));
    long rows = Math.ceilDiv(nodes, step);
    return new NodeArrays(
        arena.allocate(rows * width * Float.BYTES, Float.BYTES),
        step,
        split ? arena.allocate(nodes) : MemorySegment.NULL);
  }

  /** The row with the features of a node; −1 where they are not kept. */
  long row(long node) {
    return node % step == 0 ? node / step : -1;
  }

  /** The rows that are kept of some nodes. */
  long rows(long nodes) {
    return Math.ceilDiv(nodes, step);
  }
}
