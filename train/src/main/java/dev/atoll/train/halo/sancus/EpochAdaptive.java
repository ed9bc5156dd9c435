package dev.atoll.train.halo.sancus;

import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;
import java.util.BitSet;

/**
 * Two workers broadcast at a time: every worker calls the first other one whose last broadcast is
 * older than some epochs. No broadcast gets older than the bound times half the workers.
 */
public record EpochAdaptive(int epochs) implements RefreshRule {
  public EpochAdaptive {
    StalenessBound.check(epochs);
  }

  @Override
  public Senders senders(RefreshStep step) {
    BitSet due = StalenessBound.olderThan(epochs, step);
    int oldest = epochs * Math.ceilDiv(step.workers(), 2);
    BitSet called = StalenessBound.olderThan(oldest, step);
    int first = due.nextSetBit(0);
    if (first >= 0) {
      called.set(first);
      int second = due.nextSetBit(first + 1);
      if (second >= 0) {
        called.set(second);
      }
    }
    return Senders.broadcasts(called, step.workers());
  }

  @Override
  public boolean usesStale() {
    return true;
  }
}
