package dev.atoll.train.sampling.cluster;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.train.batch.sampled.SeedOrder;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The clusters that a worker cuts its own part into. A step never leaves the part, so no row of
 * another worker is read.
 */
final class ShardClusters {
  /** The partitioner of ClusterGCN is METIS; this is Atoll's of the same method. */
  private static final String PARTITIONER = "multilevel";

  private final Shard shard;

  /**
   * The clusters of all nodes; nodes of other parts are in one extra cluster, which no step takes.
   */
  private final Partitioning clusters;

  private ShardClusters(Shard shard, Partitioning clusters) {
    this.shard = shard;
    this.clusters = clusters;
  }

  /** Cuts a worker's part into its share of the clusters. */
  static ShardClusters cut(Shard shard, ClusterSampling plan, long seed, int threads) {
    int core = shard.coreCount();
    int all = plan.countFor(shard.book().nodeCount());
    int count = Math.clamp(Math.ceilDiv(all, shard.book().parts()), 1, Math.max(1, core));
    int[] clusterOf = new int[shard.book().nodeCount()];
    Arrays.fill(clusterOf, count);
    try (Arena passing = Arena.ofShared()) {
      var goal = PartitionGoal.of(count).withSeed(seed).onThreads(threads);
      Partitioner cut = Policies.named(Partitioner.class, PARTITIONER).make(Values.defaults());
      Partitioning own = cut.partition(shard.coreGraph(passing), goal);
      int first = shard.book().first(shard.part());
      for (int v = 0; v < core; v++) {
        clusterOf[first + v] = own.partOf(v);
      }
    }
    return new ShardClusters(shard, new Partitioning(count + 1, clusterOf));
  }

  Partitioning clusters() {
    return clusters;
  }

  /** The order of the worker's seeds. All workers call it together. */
  SeedOrder schedule(long[] seeds, Communicator workers, int perStep, RandomKey key) {
    long first = shard.book().first(shard.part());
    int[] own =
        Arrays.stream(seeds)
            .filter(seed -> seed >= first && seed < first + shard.coreCount())
            .mapToInt(Math::toIntExact)
            .toArray();
    int[][] byCluster =
        IntStream.range(0, clusters.parts() - 1)
            .mapToObj(c -> Arrays.stream(own).filter(seed -> clusters.partOf(seed) == c).toArray())
            .toArray(int[][]::new);
    int[] sizes = Arrays.stream(byCluster).mapToInt(members -> members.length).toArray();
    List<int[]> everyones = workers.allGather(Purpose.SAMPLING, sizes);
    return new ClusterSchedule(everyones, byCluster, workers.rank(), perStep, key);
  }
}
