package dev.atoll.train.halo.bns;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.halo.BoundarySampler;
import java.util.List;

/** Registers the boundary samplers of BNS-GCN. */
public final class BnsPolicies implements PolicyProvider {
  private static final String PAPER = "BNS-GCN: Wan et al., MLSys 2022";

  /** Called by the service loader. */
  public BnsPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(BoundarySampler.class, "sampled-nodes", "a share of the halo nodes")
            .paper(PAPER)
            .keys(SamplingRate.KEY)
            .make(values -> new NodeSampling(values.get(SamplingRate.KEY))),
        Policy.of(
                BoundarySampler.class,
                "independent-nodes",
                "halo nodes by a coin each, as many in the mean")
            .paper(PAPER + ", Algorithm 1")
            .keys(SamplingRate.KEY)
            .make(values -> new IndependentSampling(values.get(SamplingRate.KEY))),
        Policy.of(
                BoundarySampler.class,
                "important-nodes",
                "halo nodes by their weight in sums, as many in the mean")
            .keys(SamplingRate.KEY)
            .make(values -> new ImportanceSampling(values.get(SamplingRate.KEY))),
        Policy.of(BoundarySampler.class, "sampled-edges", "a share of the halo edges")
            .paper(PAPER + ", an ablation")
            .keys(SamplingRate.KEY)
            .make(values -> new EdgeSampling(values.get(SamplingRate.KEY))),
        Policy.of(BoundarySampler.class, "drop-edges", "all edges but as many as that leaves out")
            .paper("DropEdge: Rong et al., ICLR 2020, as compared in BNS-GCN")
            .keys(SamplingRate.KEY)
            .make(values -> new EdgeDropping(values.get(SamplingRate.KEY))));
  }
}
