package dev.atoll.graph.partition.multilevel;

import dev.atoll.graph.cluster.WeightedGraph;

/**
 * Constraints that few nodes weigh in, like the training nodes of a split with few labels. Held on
 * coarse levels they fasten everything that such a node is contracted with; on the finest level
 * they are held by moving single nodes, and that costs little as they are few.
 */
final class RareConstraints {
  /** The share of nodes below which a constraint is rare. */
  private static final double RARE = 0.02;

  private static final int LOOSE = 2;

  private RareConstraints() {}

  /** The caps of coarse levels. */
  static long[] loosen(WeightedGraph finest, long[] caps) {
    long[] bearers = new long[caps.length];
    int[] weights = finest.weights();
    for (int i = 0; i < weights.length; i++) {
      bearers[i % caps.length] += weights[i] > 0 ? 1 : 0;
    }
    long[] loose = caps.clone();
    for (int j = 0; j < loose.length; j++) {
      if (bearers[j] < RARE * finest.nodeCount()) {
        loose[j] *= LOOSE;
      }
    }
    return loose;
  }
}
