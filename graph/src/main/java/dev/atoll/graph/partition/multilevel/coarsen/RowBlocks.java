package dev.atoll.graph.partition.multilevel.coarsen;

import java.util.Arrays;

/**
 * The rows of a coarse graph, in arrays of {@value #ROWS} rows each: an array never gets too long,
 * however large the graph, and blocks can be written side by side.
 *
 * <pre>
 *   blocks[node / ROWS]   int32   weight − 1 in the upper bits, neighbour in the lower ones
 *   ends[node]            int32   where its row ends in the block
 * </pre>
 *
 * <p>A weight too large for its bits is held as the largest that fits: to cut an edge as heavy as
 * that is out of the question anyway.
 */
final class RowBlocks {
  static final int SHIFT = 8;
  static final int ROWS = 1 << SHIFT;

  private final int nodes;
  private final int targetBits;
  private final int mostWeight;
  private final int[][] blocks;
  private final int[] ends;

  RowBlocks(int nodes) {
    this.nodes = nodes;
    this.targetBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(nodes - 1));
    this.mostWeight = (int) Math.min(Integer.MAX_VALUE, 1L << (Integer.SIZE - targetBits));
    this.blocks = new int[Math.ceilDiv(nodes, ROWS)][];
    this.ends = new int[nodes];
  }

  int nodes() {
    return nodes;
  }

  int count() {
    return blocks.length;
  }

  /** How many of the lower bits of an arc hold the neighbour. */
  int targetBits() {
    return targetBits;
  }

  void read(int node, Row row) {
    int from = (node & (ROWS - 1)) == 0 ? 0 : ends[node - 1];
    row.point(blocks[node >>> SHIFT], from, ends[node]);
  }

  int degree(int node) {
    return ends[node] - ((node & (ROWS - 1)) == 0 ? 0 : ends[node - 1]);
  }

  long arcCount() {
    long count = 0;
    for (int[] block : blocks) {
      count += block.length;
    }
    return count;
  }

  /** Writes the rows of one block, first to last. */
  final class Writer {
    private int[] arcs = new int[1024];
    private int count;
    private int node;
    private int end;

    int begin(int block) {
      count = 0;
      node = block << SHIFT;
      end = Math.min(nodes, node + ROWS);
      return node;
    }

    int end() {
      return end;
    }

    /** Makes room for arcs of the present row. */
    void reserve(int more) {
      if (count + more > arcs.length) {
        arcs =
            Arrays.copyOf(arcs, (int) Math.max(count + more, Math.min(2L * arcs.length, 1 << 30)));
      }
    }

    void add(int target, int weight) {
      arcs[count++] = (Math.min(weight, mostWeight) - 1) << targetBits | target;
    }

    void endRow() {
      ends[node++] = count;
    }

    void endBlock() {
      blocks[(node - 1) >>> SHIFT] = Arrays.copyOf(arcs, count);
    }
  }
}
