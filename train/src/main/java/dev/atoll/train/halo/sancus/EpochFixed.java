package dev.atoll.train.halo.sancus;

import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;

/**
 * Makes workers broadcast together, once their last broadcasts are older than {@code epochs}
 * epochs.
 */
public record EpochFixed(int epochs) implements RefreshRule {
  public EpochFixed {
    StalenessBound.check(epochs);
  }

  @Override
  public Senders senders(RefreshStep step) {
    return Senders.broadcasts(StalenessBound.olderThan(epochs, step), step.workers());
  }

  @Override
  public boolean usesStale() {
    return true;
  }
}
