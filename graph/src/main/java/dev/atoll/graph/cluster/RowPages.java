package dev.atoll.graph.cluster;

import java.util.Arrays;

/**
 * The rows of a coarse graph, in pages of {@value #ROWS} rows each: an array never gets too long,
 * however large the graph, and pages can be written in parallel.
 *
 * <pre>
 *   targets[node / ROWS]   int32   neighbour; packed: in the lower bits, weight − 1 above them
 *   weights[node / ROWS]   int32   weight − 1; packed: the same array as the targets
 *   ends[node]             int32   end of its row in the page
 * </pre>
 *
 * <p>A packed weight too large for its bits is held as the largest that fits: an edge of that
 * weight is never cut.
 */
final class RowPages {
  static final int SHIFT = 8;
  static final int ROWS = 1 << SHIFT;

  private final int nodes;
  private final boolean packed;
  private final int targetBits;
  private final int mostWeight;
  private final int[][] targets;
  private final int[][] weights;
  private final int[] ends;

  RowPages(int nodes, boolean packed) {
    this.nodes = nodes;
    this.packed = packed;
    this.targetBits =
        packed
            ? Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(nodes - 1))
            : Integer.SIZE - 1;
    this.mostWeight =
        packed
            ? (int) Math.min(Integer.MAX_VALUE, 1L << (Integer.SIZE - targetBits))
            : Integer.MAX_VALUE;
    this.targets = new int[Math.ceilDiv(nodes, ROWS)][];
    this.weights = packed ? targets : new int[targets.length][];
    this.ends = new int[nodes];
  }

  int nodes() {
    return nodes;
  }

  int count() {
    return targets.length;
  }

  void read(int node, ArcRow row) {
    int page = node >>> SHIFT;
    row.point(targets[page], targetBits, weights[page], packed ? targetBits : 0);
    row.range(start(node), ends[node]);
  }

  int degree(int node) {
    return ends[node] - start(node);
  }

  private int start(int node) {
    return (node & (ROWS - 1)) == 0 ? 0 : ends[node - 1];
  }

  long arcCount() {
    long count = 0;
    for (int[] page : targets) {
      count += page.length;
    }
    return count;
  }

  /** Writes the rows of one page, first to last. */
  final class Writer {
    private int[] pageTargets = new int[1024];
    private int[] pageWeights = packed ? pageTargets : new int[1024];
    private int count;
    private int node;
    private int end;

    int begin(int page) {
      count = 0;
      node = page << SHIFT;
      end = Math.min(nodes, node + ROWS);
      return node;
    }

    int end() {
      return end;
    }

    /** Reserves capacity for arcs of the present row. */
    void reserve(int more) {
      if (count + more > pageTargets.length) {
        int length = (int) Math.max(count + more, Math.min(2L * pageTargets.length, 1 << 30));
        pageTargets = Arrays.copyOf(pageTargets, length);
        pageWeights = packed ? pageTargets : Arrays.copyOf(pageWeights, length);
      }
    }

    void add(int target, long weight) {
      int less = (int) Math.min(weight, mostWeight) - 1;
      pageTargets[count] = packed ? less << targetBits | target : target;
      if (!packed) {
        pageWeights[count] = less;
      }
      count++;
    }

    void endRow() {
      ends[node++] = count;
    }

    void endPage() {
      int page = (node - 1) >>> SHIFT;
      targets[page] = Arrays.copyOf(pageTargets, count);
      if (!packed) {
        weights[page] = Arrays.copyOf(pageWeights, count);
      }
    }
  }
}
