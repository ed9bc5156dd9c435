package dev.atoll.train.sampling.importance;

import dev.atoll.comm.SchedulingContext;
import dev.atoll.graph.parallel.Parallel;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The results of a run's periods, by their numbers. Readers of one that is not there yet wait. */
public final class Periods<T> {
  private final Map<Long, CompletableFuture<T>> results = new ConcurrentHashMap<>();
  private final LongAdder waitedNanos = new LongAdder();
  private volatile boolean stopped;

  /** No results yet. */
  public Periods() {}

  /** The result of a period, there or not. */
  public CompletableFuture<T> of(long number) {
    CompletableFuture<T> found = results.computeIfAbsent(number, _ -> new CompletableFuture<>());
    if (stopped) {
      abandon(found);
    }
    return found;
  }

  /** Waits for the result of a period. */
  public T await(long number) {
    CompletableFuture<T> wanted = of(number);
    long from = System.nanoTime();
    try {
      return SchedulingContext.await(() -> Parallel.join(wanted));
    } finally {
      waitedNanos.add(System.nanoTime() - from);
    }
  }

  /** Drops results that are no longer read. */
  public void forgetBefore(long number) {
    results.keySet().removeIf(old -> old < number);
  }

  /** Wakes waiting readers: no further results come. */
  public void stop() {
    stopped = true;
    results.values().forEach(Periods::abandon);
  }

  private static void abandon(CompletableFuture<?> pending) {
    pending.completeExceptionally(new CancellationException("the run is over"));
  }

  /** The seconds that readers have waited. */
  public double waitedSeconds() {
    return waitedNanos.sum() * 1e-9;
  }
}
