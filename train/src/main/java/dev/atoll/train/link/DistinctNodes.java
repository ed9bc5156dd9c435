package dev.atoll.train.link;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** The distinct nodes of a batch in order of first use, each with one row. */
final class DistinctNodes {
  private static final int ABSENT = -1;

  private final int[] rowOf;
  private int[] nodes = new int[16];
  private int count;

  DistinctNodes(int nodeCount) {
    this.rowOf = new int[nodeCount];
    Arrays.fill(rowOf, ABSENT);
  }

  void clear() {
    for (int i = 0; i < count; i++) {
      rowOf[nodes[i]] = ABSENT;
    }
    count = 0;
  }

  /** The row of a node, which it gets when it has none yet. */
  int row(int node) {
    if (rowOf[node] == ABSENT) {
      if (count == nodes.length) {
        nodes = Arrays.copyOf(nodes, 2 * count);
      }
      rowOf[node] = count;
      nodes[count++] = node;
    }
    return rowOf[node];
  }

  /** The row of a node, or −1. */
  int find(int node) {
    return rowOf[node];
  }

  int count() {
    return count;
  }

  int node(int row) {
    return nodes[row];
  }

  /** The nodes by other numbers. */
  long[] renumbered(LongUnaryOperator number) {
    long[] found = new long[count];
    Arrays.setAll(found, row -> number.applyAsLong(nodes[row]));
    return found;
  }
}
