package dev.atoll.graph.partition.multilevel.refine;

import java.util.Arrays;

/** The moves of a search, so that the last ones can be undone. */
final class MoveLog {
  private int[] nodes = new int[256];
  private int[] from = new int[256];
  private int size;

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  void add(int node, int part) {
    if (size == nodes.length) {
      nodes = Arrays.copyOf(nodes, size * 2);
      from = Arrays.copyOf(from, size * 2);
    }
    nodes[size] = node;
    from[size++] = part;
  }

  /** Forgets the last move; {@link #node} and {@link #from} tell which it was. */
  void removeLast() {
    size--;
  }

  /** The node of the move that was removed last. */
  int node() {
    return nodes[size];
  }

  /** The part that the node of the move removed last came from. */
  int from() {
    return from[size];
  }

  /** Undoes all moves but the first few. */
  void undo(int kept, Gains gains) {
    while (size > kept) {
      removeLast();
      gains.move(node(), from());
    }
  }
}
