package dev.atoll.graph.order;

import dev.atoll.graph.Parallel;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.order.Adjacency.Neighbors;

/**
 * Clusters of bounded size: every node joins the cluster with which it shares most, a few times
 * over. A cluster C attracts node v by {@code w(v, C) / |C|^¼}: between clusters that are alike the
 * smaller one wins, so that hubs do not swallow their surroundings.
 *
 * <p>Nodes take turns in a few random batches. Those of a batch choose side by side, looking at the
 * clusters as they were before; their moves are then made one after the other, as far as there is
 * room. So threads do not matter, and neighbours rarely swap places for ever.
 */
final class LabelPropagation {
  private static final int BATCHES = 8;
  private static final int NODES_PER_CHUNK = 1024;

  private final Adjacency graph;
  private final int capacity;
  private final int threads;
  private final int[] labels;
  private final int[] sizes;
  private final int[] choices;

  /** By size of a cluster, 1 / size^¼; an empty one counts as 1. */
  private final float[] openness;

  private LabelPropagation(Adjacency graph, int capacity, int threads) {
    this.graph = graph;
    this.capacity = capacity;
    this.threads = threads;
    this.labels = new int[graph.nodeCount()];
    this.sizes = new int[labels.length];
    this.choices = new int[labels.length];
    this.openness = new float[capacity + 1];
    for (int size = 0; size <= capacity; size++) {
      openness[size] = (float) (1 / Math.sqrt(Math.sqrt(Math.max(1, size))));
    }
    for (int node = 0; node < labels.length; node++) {
      labels[node] = node;
      sizes[node] = graph.size(node);
    }
  }

  /**
   * Clusters a graph.
   *
   * @param capacity the most that the sizes in a cluster may add up to
   */
  static Clustering cluster(Adjacency graph, int capacity, int passes, int threads) {
    var run = new LabelPropagation(graph, capacity, threads);
    int[][] batches = run.batches();
    for (int pass = 0; pass < passes; pass++) {
      for (int[] batch : batches) {
        run.choose(batch);
        run.move(batch);
      }
    }
    return new Clustering(run.labels);
  }

  private int[][] batches() {
    int[] counts = new int[BATCHES];
    for (int node = 0; node < labels.length; node++) {
      counts[batchOf(node)]++;
    }
    int[][] batches = new int[BATCHES][];
    for (int batch = 0; batch < BATCHES; batch++) {
      batches[batch] = new int[counts[batch]];
    }
    for (int node = labels.length - 1; node >= 0; node--) {
      int batch = batchOf(node);
      batches[batch][--counts[batch]] = node;
    }
    return batches;
  }

  private static int batchOf(int node) {
    return (int) Long.remainderUnsigned(RandomKey.mix(node + 1L), BATCHES);
  }

  private void choose(int[] batch) {
    Parallel.forEachRange(
        threads,
        batch.length,
        NODES_PER_CHUNK,
        (from, to) -> {
          var neighbors = new Neighbors();
          var shared = new Tally();
          for (int i = (int) from; i < to; i++) {
            choices[batch[i]] = choice(batch[i], neighbors, shared);
          }
        });
  }

  private int choice(int node, Neighbors neighbors, Tally shared) {
    graph.load(node, neighbors);
    shared.clear();
    for (int i = 0; i < neighbors.count(); i++) {
      if (neighbors.id(i) != node) {
        shared.add(labels[neighbors.id(i)], neighbors.weight(i));
      }
    }
    int size = graph.size(node);
    int own = labels[node];
    int best = own;
    float most = shared.sumOf(own) * openness[sizes[own] - size];
    for (int i = 0; i < shared.count(); i++) {
      int label = shared.key(i);
      if (shared.sum(i) < most || label == own || !fits(size, label)) {
        continue;
      }
      float attraction = shared.sum(i) * openness[sizes[label]];
      if (attraction > most || (attraction == most && best != own && before(node, label, best))) {
        best = label;
        most = attraction;
      }
    }
    return best;
  }

  /** Ties fall at random: always to the lower label would grow a few big clusters. */
  private static boolean before(int node, int label, int other) {
    return RandomKey.mix(label * 31L + node) < RandomKey.mix(other * 31L + node);
  }

  private boolean fits(int size, int label) {
    return sizes[label] + size <= capacity;
  }

  private void move(int[] batch) {
    for (int node : batch) {
      int size = graph.size(node);
      int to = choices[node];
      if (to != labels[node] && fits(size, to)) {
        sizes[labels[node]] -= size;
        sizes[to] += size;
        labels[node] = to;
      }
    }
  }
}
