package dev.atoll.train.schedule.twolevel;

import dev.atoll.train.schedule.SamplingDag;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/** A DAG at work: one batch in the making. */
final class BatchInProgress<B> {
  final long number;
  final int step;
  final B slot;
  final CompletableFuture<B> made = new CompletableFuture<>();

  /** By task: how many of those it needs are not done. */
  private final AtomicIntegerArray missing;

  private final AtomicInteger undone;
  private final LongAdder nanos = new LongAdder();

  BatchInProgress(SamplingDag<B> dag, long number, int step, B slot) {
    this.number = number;
    this.step = step;
    this.slot = slot;
    this.missing = new AtomicIntegerArray(dag.tasks().size());
    this.undone = new AtomicInteger(dag.tasks().size());
    for (int task = 0; task < missing.length(); task++) {
      dag.forFollowers(task, follower -> missing.incrementAndGet(follower));
    }
  }

  /** One that the task needs is done; whether it was the last of them. */
  boolean comesCloser(int task) {
    return missing.decrementAndGet(task) == 0;
  }

  /** A task is done; whether it was the last of all. */
  boolean done(long tookNanos) {
    nanos.add(tookNanos);
    return undone.decrementAndGet() == 0;
  }

  /** What all tasks took together. */
  long nanos() {
    return nanos.sum();
  }
}
