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

  private volatile Timeline timeline;

  public PhaseTimes() {
    for (Phase phase : Phase.values()) {
      nanos.put(phase, new LongAdder());
    }
  }

  /** Counts the time since a moment of {@link System#nanoTime}. */
  public void since(long begun, Phase phase) {
    add(phase, phase.label(), Timeline.NO_STEP, begun, System.nanoTime());
  }

  /** Counts the time of a thread in a step. */
  public void add(Phase phase, String name, int step, long begun, long ended) {
    nanos.get(phase).add(ended - begun);
    note(phase.label(), name, step, begun, ended);
  }

  /** Shows work of a thread on the timeline, without counting it. */
  public void note(String phase, String name, int step, long begun, long ended) {
    Timeline open = timeline;
    if (open != null) {
      open.add(name, phase, step, begun, ended);
    }
  }

  /** Also records all further times in a timeline. */
  public void record(Timeline into) {
    timeline = into;
  }

  /** Seconds since the last call. */
  public double take(Phase phase) {
    return nanos.get(phase).sumThenReset() * 1e-9;
  }
}
