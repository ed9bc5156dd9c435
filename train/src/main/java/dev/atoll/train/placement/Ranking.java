package dev.atoll.train.placement;

import dev.atoll.graph.CsrGraph;

/** Sorts nodes by a value in linear time: two passes of counting over the halves of its bits. */
public final class Ranking {
  private static final int HALF_BITS = 16;
  private static final int HALF_MASK = (1 << HALF_BITS) - 1;

  /** The value of a node, 0 or more. */
  @FunctionalInterface
  public interface Value {
    float of(int node);
  }

  private Ranking() {}

  /** Nodes from 0 to {@code count − 1}, the largest value first, equal ones by number. */
  public static int[] descending(int count, Value value) {
    int[] keys = new int[count];
    int[] nodes = new int[count];
    for (int v = 0; v < count; v++) {
      // Bits of floats of one sign ascend with the float; their complement descends. A zero that
      // is negative becomes a positive one.
      keys[v] = ~Float.floatToIntBits(value.of(v) + 0f);
      nodes[v] = v;
    }
    return sortedByHalf(keys, sortedByHalf(keys, nodes, 0), HALF_BITS);
  }

  /** The nodes in descending order of out-degree, equal ones by number. */
  public static int[] byOutDegree(CsrGraph graph) {
    int[] degrees = new int[graph.nodeCount()];
    for (long edge = 0; edge < graph.edgeCount(); edge++) {
      degrees[graph.source(edge)]++;
    }
    return descending(degrees.length, node -> degrees[node]);
  }

  private static int[] sortedByHalf(int[] keys, int[] nodes, int shift) {
    int[] next = new int[HALF_MASK + 2];
    for (int key : keys) {
      next[(key >>> shift & HALF_MASK) + 1]++;
    }
    for (int half = 0; half < HALF_MASK; half++) {
      next[half + 1] += next[half];
    }
    int[] sorted = new int[nodes.length];
    for (int node : nodes) {
      sorted[next[keys[node] >>> shift & HALF_MASK]++] = node;
    }
    return sorted;
  }
}
