package dev.atoll.train.sampling.neighbors;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.UniformSampling;
import java.util.List;

/** Registers the samplers that draw each neighbour with equal probability. */
public final class NeighborSamplingPolicies implements PolicyProvider {
  /** Called by the service loader. */
  public NeighborSamplingPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(
                Sampling.class,
                "uniform",
                "up to a fanout of neighbours of every node, in one pass")
            .paper("FastSample: Mostafa et al., 2023")
            .always(new UniformSampling()),
        Policy.of(Sampling.class, "unfused", "the batches of uniform, drawn in three passes")
            .paper("DistDGL: Zheng et al., IA3 2020")
            .always(new UnfusedSampling()));
  }
}
