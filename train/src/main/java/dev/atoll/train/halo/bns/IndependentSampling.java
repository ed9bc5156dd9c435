package dev.atoll.train.halo.bns;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;

/**
 * BNS-GCN as Algorithm 1 has it: every halo node is kept in an epoch with the probability of the
 * rate, independently of the others, and counts with the inverse. Both ends draw the same; how many
 * rows travel differs from epoch to epoch.
 */
public record IndependentSampling(double rate) implements BoundarySampler {
  public IndependentSampling {
    SamplingRate.check(rate);
  }

  @Override
  public boolean isFixed() {
    return rate == 1;
  }

  @Override
  public EpochDraw open(BoundaryGraph graph) {
    return new BoundaryDraw(graph, this::draw);
  }

  private int[] draw(
      int reader, int owner, BoundaryDraw.Nodes nodes, RandomKey key, float[] weights) {
    return NodeDraw.independently(nodes, _ -> (float) rate, key, weights);
  }
}
