package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;

/**
 * The weight of the edges of every node into every part, updated as nodes move: {@link PairGains}
 * for two parts, {@link GainTable} for any number.
 */
abstract class Gains {
  /** Returned if no part that holds a neighbour has capacity. */
  static final long NONE = Long.MIN_VALUE;

  /** Nodes for which one array holds two weights each. */
  private static final int MOST_IN_PAIRS = 1 << 29;

  /**
   * The gains of a partition.
   *
   * @param near marks every node with a neighbour in another part, and perhaps others; null for all
   *     nodes
   */
  static Gains of(PartState state, boolean[] near, int threads) {
    return near == null && state.parts() == 2 && state.part().length <= MOST_IN_PAIRS
        ? new PairGains(state, threads)
        : new GainTable(state, near, threads);
  }

  static int gain(long move) {
    return (int) (move >> 32);
  }

  static int target(long move) {
    return (int) move;
  }

  static long pack(int gain, int target) {
    return (long) gain << 32 | target;
  }

  /**
   * Moves a node and updates its neighbours.
   *
   * @return the arcs of the node, until the next move
   */
  abstract ArcRow move(int v, int to);

  abstract int weightTo(int v, int part);

  /**
   * Subtracts one from the count of every part that has a node or a neighbour of it.
   *
   * @param of parts whose counts are wanted; the counts of other parts are undefined
   * @return the weight of the node's edges into a part
   */
  abstract int subtractHeld(int v, int[] of, int count, int[] counts, int weighed);

  /** Writes the other parts that hold a neighbour and returns how many there are. */
  abstract int adjacent(int v, int[] into);

  /**
   * Writes the other parts that hold a neighbour and the weights of the edges into them, and
   * returns how many there are.
   */
  abstract int adjacent(int v, int[] into, int[] weights);

  /** The most that a node can gain, in a part with capacity or without. */
  abstract int mostGain(int v);

  /** Whether a neighbour is in another part. */
  abstract boolean isBoundary(int v);

  /** Marks all nodes with a neighbour in another part. */
  abstract boolean[] boundary();

  /**
   * Finds the best part to move a node to, among parts with a neighbour and free capacity; {@link
   * #gain} and {@link #target} return the result. Of equal parts, the emptier one.
   */
  abstract long best(int v);

  /**
   * An estimate of the gain of a node's best move after a neighbour went from one part to another,
   * in constant time; the true gain may be a little less.
   *
   * @param key its gain before
   * @param weight of the edge to the neighbour
   */
  abstract int keyAfter(int v, int key, int from, int to, int weight);
}
