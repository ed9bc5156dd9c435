package dev.atoll.train.halo.bns;

import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;

/** DropEdge: leaves out as many edges as {@link EdgeSampling} does, but of all edges. */
public record EdgeDropping(double rate) implements BoundarySampler {
  public EdgeDropping {
    SamplingRate.check(rate);
  }

  @Override
  public boolean isFixed() {
    return rate == 1;
  }

  @Override
  public EpochDraw open(BoundaryGraph graph) {
    return new EdgeDraw(graph, (edges, key) -> edges.keepAllEdges(rate, key));
  }

  @Override
  public boolean keepsCoreEdges() {
    return false;
  }

  @Override
  public boolean allowsStale() {
    return false;
  }
}
