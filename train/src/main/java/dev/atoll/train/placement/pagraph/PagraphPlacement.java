package dev.atoll.train.placement.pagraph;

import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.train.placement.PlacementPolicy;
import dev.atoll.train.placement.Placer;
import java.util.BitSet;

/** The rows of nodes with the most out-edges (PaGraph). */
public record PagraphPlacement() implements PlacementPolicy {
  /** The hops of neighbours that PaGraph's partitioner looks at. */
  private static final int HOPS = 1;

  /** PaGraph's greedy rule does not keep parts equal. */
  private static final double TOLERANCE = 0.5;

  @Override
  public Placer placer(Request request) {
    BitSet training = request.training().get();
    var constraint =
        new BalanceConstraint(
            BalanceConstraint.TRAIN, v -> training.get((int) v) ? 1 : 0, TOLERANCE);
    return new PagraphPlacer(HOPS, constraint, request.threads());
  }
}
