package dev.atoll.train.cost;

import java.util.EnumMap;
import java.util.Map;
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
  private final Map<Phase, LongAdder> nanos = new EnumMap<>(Phase.class);

  public PhaseTimes() {
    for (Phase phase : Phase.values()) {
      nanos.put(phase, new LongAdder());
    }
  }

  /** Counts the time since a moment of {@link System#nanoTime}. */
  public void since(long begun, Phase phase) {
    nanos.get(phase).add(System.nanoTime() - begun);
  }

  /** Counts a time that was measured elsewhere. */
  public void add(Phase phase, long duration) {
    nanos.get(phase).add(duration);
  }

  /** Seconds since the last call. */
  public double take(Phase phase) {
    return nanos.get(phase).sumThenReset() * 1e-9;
  }
}
