package dev.atoll.train.halo.sancus;

import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;
import java.util.BitSet;

/**
 * Algorithm 5 of SANCUS as printed. At the end of an epoch every worker goes through the others in
 * order, calls the first one whose rows are older than some epochs, and stops; that one broadcasts
 * in the next epoch. So all workers call the first one that is due, and that one the second.
 *
 * <p>At most two workers are called in an epoch, and rows that are read get older than the bound;
 * with more than {@code 2·(epochs + 2)} workers the last ones are never called again. With 0 epochs
 * nothing may be stale, and all workers broadcast.
 */
public record FirstDue(int epochs) implements RefreshRule {
  public FirstDue {
    StalenessBound.check(epochs);
  }

  @Override
  public Senders senders(RefreshStep step) {
    if (epochs == 0) {
      return Senders.all(step.workers());
    }
    BitSet due = StalenessBound.olderThan(epochs + 1, step); // an epoch ago, older than the bound
    boolean begins = step.lastSent(step.rank()) == RefreshStep.NEVER;
    return Senders.broadcasts(begins ? due : firstTwo(due), step.workers());
  }

  private static BitSet firstTwo(BitSet due) {
    BitSet called = new BitSet();
    due.stream().limit(2).forEach(called::set);
    return called;
  }

  @Override
  public boolean usesStale() {
    return true;
  }
}
