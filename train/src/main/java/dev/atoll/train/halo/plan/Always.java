package dev.atoll.train.halo.plan;

import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;

/** Every worker sends in every epoch, and all rows are awaited before they are read. */
public record Always() implements RefreshRule {
  @Override
  public Senders senders(RefreshStep step) {
    return Senders.all(step.workers());
  }

  @Override
  public boolean usesStale() {
    return false;
  }
}
