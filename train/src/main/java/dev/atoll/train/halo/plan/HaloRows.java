package dev.atoll.train.halo.plan;

import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;

/** Sends a peer the rows that it reads, in every epoch: partition-parallel training. */
public record HaloRows() implements BoundarySampler {
  @Override
  public boolean isFixed() {
    return true;
  }

  @Override
  public EpochDraw open(BoundaryGraph graph) {
    throw new UnsupportedOperationException("exchange.rows=halo draws nothing");
  }

  @Override
  public boolean sendsExactHalo() {
    return true;
  }
}
