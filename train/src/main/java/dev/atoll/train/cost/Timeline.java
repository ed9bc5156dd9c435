package dev.atoll.train.cost;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The activity of a worker's threads over time. Keeps a bounded number of spans, and counts the
 * others.
 */
public final class Timeline {
  /** About 10 MB of JSON. */
  public static final int MOST_SPANS = 100_000;

  private static final int NANOS_PER_MICRO = 1000;

  /** No step in particular. */
  public static final int NO_STEP = -1;

  private final int most;
  private final long zeroNanos = System.nanoTime();
  private final long zeroMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  private final ConcurrentLinkedQueue<Span> spans = new ConcurrentLinkedQueue<>();
  private final AtomicInteger asked = new AtomicInteger();

  /**
   * A span of a thread's activity.
   *
   * @param name for example "hop 1"
   * @param phase of the step, in lower case
   * @param step of its epoch, or {@link #NO_STEP}
   * @param begun microseconds since 1970, so that machines can be compared
   */
  public record Span(String name, String phase, String thread, int step, long begun, long micros) {}

  /**
   * The activity of one worker.
   *
   * @param lost spans that were too many to keep
   */
  public record OfWorker(List<Span> spans, int lost) {}

  public Timeline() {
    this(MOST_SPANS);
  }

  Timeline(int most) {
    this.most = most;
  }

  /**
   * Adds work of the current thread.
   *
   * @param begun a moment of {@link System#nanoTime}
   */
  public void add(String name, String phase, int step, long begun, long ended) {
    if (asked.getAndIncrement() < most) {
      long micros = zeroMicros + (begun - zeroNanos) / NANOS_PER_MICRO;
      String thread = Thread.currentThread().getName();
      spans.add(new Span(name, phase, thread, step, micros, (ended - begun) / NANOS_PER_MICRO));
    }
  }

  /** The spans recorded so far. */
  public OfWorker spans() {
    return new OfWorker(List.copyOf(spans), Math.max(0, asked.get() - most));
  }
}
