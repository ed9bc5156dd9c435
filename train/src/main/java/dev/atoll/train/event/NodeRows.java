package dev.atoll.train.event;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** One row of float32 per node, tightly packed, in the dataset's own order. */
public record NodeRows(int rows, int width, MemorySegment elements) {
  /**
   * Rows in the dataset's own order, of all nodes or of some.
   *
   * @param elements rows of nodes in any order, tightly packed
   * @param ids the node of each
   */
  public static NodeRows ordered(MemorySegment elements, long[] ids, int width, Arena into) {
    MemorySegment ordered = into.allocate(JAVA_FLOAT, Math.max(1, (long) ids.length * width));
    long rowBytes = (long) width * Float.BYTES;
    long[] ascending = Arrays.stream(ids).sorted().toArray();
    for (int row = 0; row < ids.length; row++) {
      long place = Arrays.binarySearch(ascending, ids[row]);
      MemorySegment.copy(elements, row * rowBytes, ordered, place * rowBytes, rowBytes);
    }
    return new NodeRows(ids.length, width, ordered);
  }

  /** The rows of some nodes, tightly packed. */
  public MemorySegment some(int[] nodes, Arena into) {
    MemorySegment found = into.allocate(JAVA_FLOAT, Math.max(1, (long) nodes.length * width));
    long rowBytes = (long) width * Float.BYTES;
    for (int i = 0; i < nodes.length; i++) {
      MemorySegment.copy(elements, nodes[i] * rowBytes, found, i * rowBytes, rowBytes);
    }
    return found;
  }

  /** The row of a node. */
  public float[] row(long node) {
    float[] row = new float[width];
    MemorySegment.copy(elements, JAVA_FLOAT, node * width * Float.BYTES, row, 0, width);
    return row;
  }

  public float element(int node, int column) {
    return elements.getAtIndex(JAVA_FLOAT, (long) node * width + column);
  }
}
