package dev.atoll.graph.order;

import java.util.Arrays;

/**
 * A new numbering of the nodes: a permutation with its inverse.
 *
 * <pre>{@code
 * Ordering order = Ordering.ofNewToOld(new int[] {2, 0, 1});  // node 2 comes first
 * order.oldOf(0);  // 2
 * order.newOf(2);  // 0
 * }</pre>
 */
public final class Ordering {
  private final int[] newToOld;
  private final int[] oldToNew;

  private Ordering(int[] newToOld, int[] oldToNew) {
    this.newToOld = newToOld;
    this.oldToNew = oldToNew;
  }

  /** The order that lists the given nodes; each node from 0 to n − 1 must appear once. */
  public static Ordering ofNewToOld(int[] nodes) {
    int[] newToOld = nodes.clone();
    int[] oldToNew = new int[newToOld.length];
    Arrays.fill(oldToNew, -1);
    for (int i = 0; i < newToOld.length; i++) {
      int node = newToOld[i];
      if (node < 0 || node >= newToOld.length) {
        throw new IllegalArgumentException(
            "an order of %d nodes cannot hold node %d (at index %d)"
                .formatted(newToOld.length, node, i));
      }
      if (oldToNew[node] >= 0) {
        throw new IllegalArgumentException(
            "an order holds every node once, but node %d is at indices %d and %d"
                .formatted(node, oldToNew[node], i));
      }
      oldToNew[node] = i;
    }
    return new Ordering(newToOld, oldToNew);
  }

  /** The identity: every node has its old number. */
  public static Ordering identity(int nodeCount) {
    int[] same = new int[nodeCount];
    Arrays.setAll(same, i -> i);
    return new Ordering(same, same);
  }

  public int nodeCount() {
    return newToOld.length;
  }

  /** The old number of the node that now has the given one. */
  public int oldOf(int newNode) {
    return newToOld[newNode];
  }

  /** The new number of the node that had the given one. */
  public int newOf(int oldNode) {
    return oldToNew[oldNode];
  }

  /** The nodes in their new order. */
  public int[] toArray() {
    return newToOld.clone();
  }

  /** The order that undoes this one. */
  public Ordering inverse() {
    return new Ordering(oldToNew, newToOld);
  }
}
