package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.train.batch.HostCsr;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The edges of an explanation graph under construction, row by row. */
final class StarEdges {
  /** The mask of an edge that has none. */
  static final int UNMASKED = -1;

  private final long[] start;
  private int[] column = new int[1 << 10];
  private float[] weight = new float[1 << 10];
  private int[] maskOf = new int[1 << 10];
  private int rows;
  private int count;

  StarEdges(int rows) {
    this.start = new long[rows + 1];
  }

  /**
   * @param mask the remote node whose mask the edge has, or {@link #UNMASKED}
   */
  void add(int source, double edgeWeight, int mask) {
    if (count == column.length) {
      column = Arrays.copyOf(column, count * 2);
      weight = Arrays.copyOf(weight, count * 2);
      maskOf = Arrays.copyOf(maskOf, count * 2);
    }
    column[count] = source;
    weight[count] = (float) edgeWeight;
    maskOf[count++] = mask;
  }

  void endRow() {
    start[++rows] = count;
  }

  /** The weights of the edges of the first rows. */
  float[] weights(int firstRows) {
    return Arrays.copyOf(weight, (int) start[firstRows]);
  }

  int[] masks(int firstRows) {
    return Arrays.copyOf(maskOf, (int) start[firstRows]);
  }

  HostCsr csr(int firstRows, int sources, Arena memory) {
    int edges = (int) start[firstRows];
    MemorySegment starts = memory.allocateFrom(JAVA_LONG, Arrays.copyOf(start, firstRows + 1));
    MemorySegment columns = memory.allocate(JAVA_INT, Math.max(1, edges));
    MemorySegment.copy(column, 0, columns, JAVA_INT, 0, edges);
    return new HostCsr(firstRows, sources, starts, columns, null);
  }
}
