package dev.atoll.train.placement.pagraph;

import dev.atoll.train.placement.PlacementPolicy;
import dev.atoll.train.placement.Placer;

/**
 * The rows of nodes with the most out-edges around a device's own training nodes (PaGraph). Seeds
 * are shuffled only within devices.
 */
public record PagraphPlacement() implements PlacementPolicy {
  @Override
  public boolean dividesSeeds() {
    return true;
  }

  @Override
  public Placer placer(Request request) {
    return new PagraphPlacer(request.layers(), request.training().get());
  }
}
