package dev.atoll.graph.order;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.cluster.LabelSelector;
import dev.atoll.graph.cluster.RatingMap;
import dev.atoll.graph.cluster.WeightedGraph;

/**
 * Selects clusters of bounded size. A cluster C attracts node v by {@code w(v, C) / |C|^¼}: of
 * equally connected clusters the smaller one wins, so that hubs do not swallow their surroundings.
 */
final class BoundedSizeSelector implements LabelSelector {
  private final WeightedGraph graph;
  private final int capacity;
  private final int[] sizes;

  /** The factor 1 / size^¼, by cluster size; size 0 counts as 1. */
  private final float[] openness;

  /**
   * A selector that starts with every node as a cluster.
   *
   * @param capacity the largest sum of node weights in a cluster
   */
  BoundedSizeSelector(WeightedGraph graph, int capacity) {
    this.graph = graph;
    this.capacity = capacity;
    this.sizes = graph.weights().clone();
    this.openness = new float[capacity + 1];
    for (int size = 0; size <= capacity; size++) {
      openness[size] = (float) (1 / Math.sqrt(Math.sqrt(Math.max(1, size))));
    }
  }

  @Override
  public int select(int node, int own, RatingMap ratings) {
    int size = graph.nodeWeight(node, 0);
    int best = own;
    float most = ratings.sumOf(own) * openness[sizes[own] - size];
    for (int i = 0; i < ratings.size(); i++) {
      int label = ratings.label(i);
      if (ratings.sum(i) < most || label == own || !fits(size, label)) {
        continue;
      }
      float attraction = ratings.sum(i) * openness[sizes[label]];
      if (attraction > most || (attraction == most && best != own && before(node, label, best))) {
        best = label;
        most = attraction;
      }
    }
    return best;
  }

  /** Breaks ties at random: always taking the lower label would grow a few big clusters. */
  private static boolean before(int node, int label, int other) {
    return RandomKey.mix(label * 31L + node) < RandomKey.mix(other * 31L + node);
  }

  private boolean fits(int size, int label) {
    return sizes[label] + size <= capacity;
  }

  @Override
  public boolean move(int node, int from, int to) {
    int size = graph.nodeWeight(node, 0);
    if (!fits(size, to)) {
      return false;
    }
    sizes[from] -= size;
    sizes[to] += size;
    return true;
  }
}
