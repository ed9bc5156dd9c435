package dev.atoll.examples.plugin;

import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;
import java.util.BitSet;

/**
 * Every worker sends in every other epoch: those of even numbers in even epochs, the others in odd
 * ones. Half of the bytes, spread evenly; rows are one epoch old at most. All workers know the
 * epoch, so they agree without a message.
 */
public record TakingTurns() implements RefreshRule {
  @Override
  public Senders senders(RefreshStep step) {
    var senders = new BitSet(step.workers());
    for (int worker = 0; worker < step.workers(); worker++) {
      boolean first = step.lastSent(worker) == RefreshStep.NEVER;
      senders.set(worker, first || (step.epoch() + worker) % 2 == 0);
    }
    return Senders.broadcasts(senders, step.workers());
  }

  @Override
  public boolean usesStale() {
    return true;
  }
}
