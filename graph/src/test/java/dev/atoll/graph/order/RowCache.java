package dev.atoll.graph.order;

import dev.atoll.graph.CsrGraph;

/**
 * A model of a cache: how often a walk over the rows of a graph in some order, reading the features
 * of all in-neighbours, misses. It holds a number of feature rows and evicts the least recently
 * used one; 2,048 rows of 128 float32 numbers are 1 MiB.
 */
public final class RowCache {
  private final int capacity;
  private final int[] newer;
  private final int[] older;
  private final boolean[] held;
  private final int end;
  private int count;

  private RowCache(int rows, int capacity) {
    this.capacity = capacity;
    this.end = rows;
    this.newer = new int[rows + 1];
    this.older = new int[rows + 1];
    this.held = new boolean[rows];
    newer[end] = end;
    older[end] = end;
  }

  /** The share of reads that miss; 0 for a graph without edges. */
  public static double missRate(CsrGraph graph, Ordering order, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a cache holds at least 1 row, not " + capacity);
    }
    var cache = new RowCache(order.nodeCount(), capacity);
    long misses = 0;
    for (int place = 0; place < order.nodeCount(); place++) {
      long node = order.oldOf(place);
      long end = graph.rowStart(node + 1);
      for (long edge = graph.rowStart(node); edge < end; edge++) {
        misses += cache.read(graph.source(edge)) ? 0 : 1;
      }
    }
    return (double) misses / Math.max(1, graph.edgeCount());
  }

  private boolean read(int row) {
    boolean hit = held[row];
    if (hit) {
      unlink(row);
    } else if (count == capacity) {
      int oldest = newer[end];
      held[oldest] = false;
      unlink(oldest);
    } else {
      count++;
    }
    linkNewest(row);
    held[row] = true;
    return hit;
  }

  /**
   * The rows form a ring from the oldest, {@code newer[end]}, to the newest, {@code older[end]}.
   */
  private void linkNewest(int row) {
    int newest = older[end];
    newer[newest] = row;
    older[row] = newest;
    newer[row] = end;
    older[end] = row;
  }

  private void unlink(int row) {
    newer[older[row]] = newer[row];
    older[newer[row]] = older[row];
  }
}
