package dev.atoll.train.halo.sancus;

import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;

/** Embeddings in every epoch, their gradients as with {@link EpochFixed}. */
public record StaleGradients(int epochs) implements RefreshRule {
  public StaleGradients {
    StalenessBound.check(epochs);
  }

  @Override
  public Senders senders(RefreshStep step) {
    return step.direction() == Direction.FORWARD
        ? Senders.all(step.workers())
        : Senders.broadcasts(StalenessBound.olderThan(epochs, step), step.workers());
  }

  @Override
  public boolean usesStale() {
    return true;
  }
}
