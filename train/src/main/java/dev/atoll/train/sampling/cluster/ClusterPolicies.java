package dev.atoll.train.sampling.cluster;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.sampling.Sampling;
import java.util.List;

/** Registers ClusterGCN. */
public final class ClusterPolicies implements PolicyProvider {
  private static final Key<Long> CLUSTERS =
      new Key<>(
          "sampler.clusters",
          new Whole(0, Integer.MAX_VALUE),
          0L,
          "clusters of the whole graph (cluster; 0 = one per 150 nodes)");
  private static final Key<Long> PER_STEP =
      new Key<>(
          "sampler.clustersPerStep",
          new Whole(1, Integer.MAX_VALUE),
          20L,
          "clusters that a worker sees in a step (cluster)");

  /** Called by the service loader. */
  public ClusterPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Sampling.class, "cluster", "some clusters of the graph, and the edges among them")
            .paper("ClusterGCN: Chiang et al., KDD 2019")
            .keys(CLUSTERS, PER_STEP)
            .make(
                values -> new ClusterSampling(values.integer(CLUSTERS), values.integer(PER_STEP))));
  }
}
