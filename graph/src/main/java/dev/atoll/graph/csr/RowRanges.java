package dev.atoll.graph.csr;

import dev.atoll.graph.CsrGraph;

/**
 * Cuts the nodes of a graph into consecutive ranges of about equal work, where a node and an
 * in-edge count the same, so that no thread gets all hubs.
 */
public final class RowRanges {
  private static final long WORK_PER_RANGE = 1 << 16;

  private final CsrGraph graph;
  private final int count;

  public RowRanges(CsrGraph graph) {
    this.graph = graph;
    this.count = Math.toIntExact(Math.ceilDiv(work(graph.nodeCount()), WORK_PER_RANGE));
  }

  public int count() {
    return count;
  }

  /** The first node of a range; {@code first(count())} is the number of nodes. */
  public int first(int range) {
    long wanted = Math.min(range * WORK_PER_RANGE, work(graph.nodeCount()));
    int low = 0;
    int high = graph.nodeCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (work(middle) < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Nodes and edges before a node. */
  private long work(long node) {
    return node + graph.rowStart(node);
  }
}
