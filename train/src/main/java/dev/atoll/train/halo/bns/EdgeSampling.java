package dev.atoll.train.halo.bns;

import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;

/** Boundary edge sampling: as many halo edges as {@link NodeSampling} keeps, drawn one by one. */
public record EdgeSampling(double rate) implements BoundarySampler {
  public EdgeSampling {
    SamplingRate.check(rate);
  }

  @Override
  public boolean isFixed() {
    return rate == 1;
  }

  @Override
  public EpochDraw open(BoundaryGraph graph) {
    return new EdgeDraw(graph, (edges, key) -> edges.keepBoundaryEdges(rate, key));
  }

  @Override
  public boolean allowsStale() {
    return false;
  }
}
