package dev.atoll.train.sampling.cluster;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.cluster.ClusterSampler;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.SeedKind;
import dev.atoll.train.sampling.WorkerSampling;

/**
 * ClusterGCN: a step sees some clusters of the graph, and the edges among them. Every worker cuts
 * its own part into its share of the clusters, so a step reads no row of another worker.
 *
 * @param count clusters of the whole graph, 0 for one per {@value #NODES_PER_CLUSTER} nodes
 * @param perStep clusters that a worker takes in a step
 */
public record ClusterSampling(int count, int perStep) implements Sampling {
  /** The cluster size with which the authors partition Reddit. */
  private static final int NODES_PER_CLUSTER = 150;

  public ClusterSampling {
    if (count < 0 || perStep < 1) {
      throw new IllegalArgumentException(
          "sampler.clusters=%d, sampler.clustersPerStep=%d: expected 0 or more, and at least 1"
              .formatted(count, perStep));
    }
  }

  int countFor(long nodes) {
    if (count > nodes) {
      throw new IllegalArgumentException(
          "sampler.clusters=%d: expected at most the %d nodes of the graph"
              .formatted(count, nodes));
    }
    return count > 0 ? count : (int) Math.max(1, nodes / NODES_PER_CLUSTER);
  }

  @Override
  public void check(BatchPlan plan) {
    if (plan.placement().isPresent()) {
      throw new IllegalArgumentException(
          "placement with sampler=cluster, whose steps read no rows of other workers: expected"
              + " placement=owner");
    }
  }

  @Override
  public void check(SeedKind seeds, int workers) {
    if (seeds == SeedKind.LINKS) {
      throw new IllegalArgumentException(
          "sampler=cluster: clusters are of nodes, and the seeds of this task are links; take"
              + " uniform");
    }
    if (seeds == SeedKind.NODES && workers > 1) {
      throw new IllegalArgumentException(
          "sampler=cluster with task=unsupervised on %d workers: walks and negatives lead to nodes"
                  .formatted(workers)
              + " whose clusters other workers have; expected workers=1, or another sampler such"
              + " as uniform");
    }
  }

  @Override
  public boolean ordersSeeds() {
    return true;
  }

  @Override
  public WorkerSampling open(SamplingContext context) {
    check(context.seedKind(), context.workers().size());
    ShardClusters own = ShardClusters.cut(context.shard(), this, context.seed(), context.threads());
    RandomKey key = RandomKey.ofSeed(context.seed()).child("seeds");
    SeedOrder seeds = own.schedule(context.trainSeeds(), context.workers(), perStep, key);
    int layers = context.plan().fanouts().layers();
    return WorkerSampling.of(
        seeds, () -> new ClusterSampler(context.ownNeighbors(), own.clusters(), layers));
  }
}
