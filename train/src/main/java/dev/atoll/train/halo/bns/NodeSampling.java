package dev.atoll.train.halo.bns;

import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;

/**
 * BNS-GCN: of the n halo nodes that a worker reads from another, {@code round(rate·n)} drawn in
 * every epoch without replacement, each with weight n/drawn. Both ends draw the same.
 */
public record NodeSampling(double rate) implements BoundarySampler {
  public NodeSampling {
    SamplingRate.check(rate);
  }

  @Override
  public boolean isFixed() {
    return rate == 1;
  }

  @Override
  public EpochDraw open(BoundaryGraph graph) {
    return new BoundaryDraw(graph, rate);
  }
}
