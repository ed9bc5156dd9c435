package dev.atoll.train.companion;

import dev.atoll.train.placement.NearRows;

/** Reports the rows that a placement caches. */
public record CacheCompanion(NearRows rows) implements Companion {
  @Override
  public String name() {
    return "cache";
  }

  @Override
  public long cacheBytes() {
    return rows.bytes();
  }

  @Override
  public long heldBytes() {
    return rows.bytes();
  }
}
