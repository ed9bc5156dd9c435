package dev.atoll.train.placement;

/** The rows that are read with the highest probability (Song and Jiang 2022, Algorithm 1). */
public record CachedPlacement() implements PlacementPolicy {
  @Override
  public Placer placer(Request request) {
    return new CachedPlacer(request.alpha());
  }
}
