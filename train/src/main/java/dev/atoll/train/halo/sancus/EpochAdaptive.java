package dev.atoll.train.halo.sancus;

import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Workers broadcast out of step, the oldest first, so that no embedding that is read is older than
 * some epochs. At most {@code ⌈workers/(epochs + 1)⌉} of them broadcast in an epoch but the first,
 * each as late as that allows.
 */
public record EpochAdaptive(int epochs) implements RefreshRule {
  public EpochAdaptive {
    StalenessBound.check(epochs);
  }

  @Override
  public Senders senders(RefreshStep step) {
    BitSet called = new BitSet(step.workers());
    IntStream.range(0, step.workers())
        .boxed()
        .sorted(Comparator.comparingInt(step::age).reversed())
        .limit(dueNow(step))
        .forEach(called::set);
    return Senders.broadcasts(called, step.workers());
  }

  /** The number of workers that must broadcast now so that no later epoch exceeds its share. */
  private int dueNow(RefreshStep step) {
    int share = Math.ceilDiv(step.workers(), epochs + 1);
    int[] dueIn = new int[epochs + 2];
    for (int worker = 0; worker < step.workers(); worker++) {
      dueIn[Math.max(0, epochs + 1 - step.age(worker))]++;
    }
    int most = 0;
    int due = 0;
    for (int later = 0; later <= epochs; later++) {
      due += dueIn[later];
      most = Math.max(most, due - later * share);
    }
    return most;
  }

  @Override
  public boolean usesStale() {
    return true;
  }
}
