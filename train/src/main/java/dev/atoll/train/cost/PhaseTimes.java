package dev.atoll.train.cost;

import java.util.concurrent.atomic.LongAdder;

/**
 * Seconds by phase, from any number of threads. Phases that run side by side are both counted, so
 * they may add up to more than the time that has passed.
 *
 * <pre>{@code
 * long begun = System.nanoTime();
 * …
 * times.since(begun, Phase.FETCH);
 * }</pre>
 */
public final class PhaseTimes {
  private final LongAdder[] nanos = new LongAdder[Phase.values().length];

  public PhaseTimes() {
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = new LongAdder();
    }
  }

  /** Counts the time since a moment of {@link System#nanoTime}. */
  public void since(long begun, Phase phase) {
    nanos[phase.ordinal()].add(System.nanoTime() - begun);
  }

  /** Seconds by {@link Phase#ordinal}, since the last call. */
  public double[] take() {
    double[] seconds = new double[nanos.length];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = nanos[i].sumThenReset() * 1e-9;
    }
    return seconds;
  }
}
