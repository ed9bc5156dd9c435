package dev.atoll.graph.cluster;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.parallel.Parallel;
import java.util.Arrays;

/**
 * Communities of large modularity, after Louvain (Blondel et al. 2008): every node moves to the
 * community C with the largest
 *
 * <pre>  w(v, C) − vol(v)·vol(C)/vol(V)</pre>
 *
 * where w sums edge weights and vol weighted degrees; then communities are contracted to nodes, and
 * the same is repeated on the coarser graph.
 */
public final class Communities {
  private static final int ROUNDS = 3;

  /** The share of nodes that must move in a round for another to follow. */
  private static final double WORTH_A_ROUND = 0.02;

  /**
   * The most nodes, as a share of the finer graph's, that a coarser graph may have to be clustered
   * again.
   */
  private static final double WORTH_A_LEVEL = 0.9;

  private Communities() {}

  /** The community of every node. */
  public static int[] find(WeightedGraph graph, RandomKey key, int threads) {
    long[] volumes = new long[graph.nodeCount()];
    Parallel.forEachRange(
        threads,
        volumes.length,
        RowPages.ROWS,
        (from, to) -> {
          var row = new ArcRow();
          for (int v = (int) from; v < to; v++) {
            graph.read(v, row);
            for (int e = row.from(); e < row.to(); e++) {
              volumes[v] += row.weight(e);
            }
          }
        });
    return find(graph, volumes, key, threads);
  }

  private static int[] find(WeightedGraph graph, long[] volumes, RandomKey key, int threads) {
    var propagation =
        new BatchedLabelPropagation(
            graph, RowPolicy.PARTITIONING, null, new ModularitySelector(volumes), threads);
    for (int round = 0; round < ROUNDS; round++) {
      int salt = (int) key.child(round).draw(0);
      int moved = propagation.round(Batches.interleaved(graph.nodeCount(), salt, 0));
      if (moved < WORTH_A_ROUND * graph.nodeCount()) {
        break;
      }
    }
    Level level =
        Contraction.contract(
            graph, new Clustering(propagation.labels()), RowPolicy.PARTITIONING, threads);
    int nodes = level.graph().nodeCount();
    int[] communities;
    if (nodes > WORTH_A_LEVEL * graph.nodeCount()) {
      communities = new int[nodes];
      Arrays.setAll(communities, v -> v);
    } else {
      communities = find(level.graph(), level.sum(volumes), key.child("coarser"), threads);
    }
    return level.project(communities);
  }

  /** Selects the community where a node raises the modularity most. */
  private static final class ModularitySelector implements LabelSelector {
    private final long[] volumes;
    private final long[] volumeOf;
    private final double total;

    ModularitySelector(long[] volumes) {
      this.volumes = volumes;
      this.volumeOf = volumes.clone();
      this.total = Math.max(1, Arrays.stream(volumes).sum());
    }

    @Override
    public int select(int v, int own, RatingMap ratings) {
      int best = own;
      double share = volumes[v] / total;
      double most = ratings.sumOf(own) - share * (volumeOf[own] - volumes[v]);
      for (int i = 0; i < ratings.size(); i++) {
        int candidate = ratings.label(i);
        if (candidate != own) {
          double score = ratings.sum(i) - share * volumeOf[candidate];
          if (score > most || (score == most && candidate < best)) {
            best = candidate;
            most = score;
          }
        }
      }
      return best;
    }

    /** An emptied community is not joined: two nodes that choose each other would only swap. */
    @Override
    public boolean move(int v, int from, int to) {
      if (volumeOf[to] <= 0) {
        return false;
      }
      volumeOf[from] -= volumes[v];
      volumeOf[to] += volumes[v];
      return true;
    }
  }
}
