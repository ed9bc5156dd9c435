package dev.atoll.train.schedule.twolevel;

import dev.atoll.train.schedule.SamplingDag;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/** A batch that is being prepared: one instance of the DAG. */
final class BatchInProgress<B> {
  final long number;
  final int step;
  final B slot;
  final CompletableFuture<B> made = new CompletableFuture<>();

  /** The number of unfinished prerequisites of each stage. */
  private final AtomicIntegerArray missing;

  private final AtomicInteger undone;
  private final LongAdder nanos = new LongAdder();

  BatchInProgress(SamplingDag<B> dag, long number, int step, B slot) {
    this.number = number;
    this.step = step;
    this.slot = slot;
    this.missing = new AtomicIntegerArray(dag.stages().size());
    this.undone = new AtomicInteger(dag.stages().size());
    for (int stage = 0; stage < missing.length(); stage++) {
      dag.forFollowers(stage, follower -> missing.incrementAndGet(follower));
    }
  }

  /** Counts a finished prerequisite of a stage; returns whether it was the last. */
  boolean comesCloser(int stage) {
    return missing.decrementAndGet(stage) == 0;
  }

  /** A stage is done; whether it was the last of all. */
  boolean done(long tookNanos) {
    nanos.add(tookNanos);
    return undone.decrementAndGet() == 0;
  }

  /** The time that all stages took. */
  long nanos() {
    return nanos.sum();
  }
}
