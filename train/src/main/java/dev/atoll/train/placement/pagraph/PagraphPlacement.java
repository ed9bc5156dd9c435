package dev.atoll.train.placement.pagraph;

import dev.atoll.train.placement.PlacementPolicy;
import dev.atoll.train.placement.Placer;

/**
 * The rows of nodes with the most out-edges around a device's own training nodes (PaGraph).
 *
 * @param seeds the training nodes of a logical device
 */
public record PagraphPlacement(Seeds seeds) implements PlacementPolicy {
  /** The training nodes of a device. */
  public enum Seeds {
    /** Seeds of the device's part, as published: seeds are shuffled only within devices. */
    OWN,
    /** Any seeds, as with other placements. */
    DEALT
  }

  @Override
  public boolean dividesSeeds() {
    return seeds == Seeds.OWN;
  }

  @Override
  public Placer placer(Request request) {
    return new PagraphPlacer(request.layers(), request.training().get());
  }
}
