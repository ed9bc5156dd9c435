package dev.atoll.train.halo.bns;

import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;

/**
 * Boundary nodes by importance, Atoll's own: a node is drawn with a probability in proportion to
 * the norm of its column in the reader's aggregation, independently of the others, and counts with
 * the inverse of that probability. Sums stay unbiased; at the same expected number of rows their
 * variance is lower where columns differ.
 */
public record ImportanceSampling(double rate) implements BoundarySampler {
  public ImportanceSampling {
    SamplingRate.check(rate);
  }

  @Override
  public boolean isFixed() {
    return rate == 1;
  }

  @Override
  public EpochDraw open(BoundaryGraph graph) {
    return new BoundaryDraw(graph, ImportanceChoice.agree(graph, rate));
  }

  /** Weights differ from node to node, so that stale rows cannot stand in for those not drawn. */
  @Override
  public boolean allowsStale() {
    return false;
  }
}
