package dev.atoll.train.halo.cagnet;

import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;

/** Every worker broadcasts all of its rows, read or not. */
public record WholeBlocks() implements BoundarySampler {
  @Override
  public boolean isFixed() {
    return true;
  }

  @Override
  public EpochDraw open(BoundaryGraph graph) {
    throw new UnsupportedOperationException("exchange.rows=all draws nothing");
  }

  @Override
  public boolean sendsWholeBlocks() {
    return true;
  }
}
