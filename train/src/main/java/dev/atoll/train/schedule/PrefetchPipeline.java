package dev.atoll.train.schedule;

import dev.atoll.graph.parallel.Parallel;
import dev.atoll.tensor.SpareThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Prepares a fixed number of batches ahead of the one that is computed: {@code prefetch(n)}, or
 * {@code sequential} for n = 0. A batch is prepared by one thread, stage after stage: an idle
 * compute thread, or a thread of the pipeline.
 */
final class PrefetchPipeline<B> implements Pipeline<B> {
  private final SamplingDag<B> dag;
  private final StageLog log;
  private final List<B> slots = new ArrayList<>();
  private final List<CompletableFuture<Void>> underWay = new ArrayList<>();
  private final Optional<SpareThreads> spare;
  private final Optional<ExecutorService> own;
  private Assignment<B> assignment;
  private int steps;
  private int started;

  /**
   * @param ahead batches that are prepared while another is computed; 0 prepares each when it is
   *     taken
   */
  PrefetchPipeline(
      SamplingDag<B> dag, Supplier<B> newSlot, int ahead, StageLog log, WorkerThreads threads) {
    this.dag = dag;
    this.log = log;
    for (int i = 0; i <= ahead; i++) {
      slots.add(newSlot.get());
      underWay.add(CompletableFuture.completedFuture(null));
    }
    this.spare = threads.spare().filter(_ -> ahead > 0);
    this.own = ahead > 0 && spare.isEmpty() ? Optional.of(pool(threads)) : Optional.empty();
  }

  private ExecutorService pool(WorkerThreads threads) {
    return Executors.newFixedThreadPool(
        slots.size(),
        Thread.ofPlatform().daemon().name(threads.named("prefetch") + "-", 0).factory());
  }

  @Override
  public void begin(Assignment<B> newAssignment, int first, int newSteps) {
    await();
    assignment = newAssignment;
    started = first;
    steps = newSteps;
  }

  @Override
  public B take(int step) {
    int last = Math.min(steps - 1, step + slots.size() - 1);
    // a batch that waited for a later step might do so on this thread, which computes that step
    while (started <= last && assignment.preparableFrom(started) <= step) {
      start(started++);
    }
    CompletableFuture<Void> making = underWay.get(step % slots.size());
    spare.ifPresent(threads -> threads.workUntil(making::isDone));
    Parallel.join(making);
    return slots.get(step % slots.size());
  }

  private void start(int step) {
    Runnable making = () -> make(step, slots.get(step % slots.size()));
    Executor inTurn = Runnable::run;
    Executor threads = spare.<Executor>map(each -> each).or(() -> own).orElse(inTurn);
    underWay.set(step % slots.size(), CompletableFuture.runAsync(making, threads));
  }

  private void make(int step, B slot) {
    assignment.assign(step, slot);
    for (Stage<B> stage : dag.stages()) {
      long begun = System.nanoTime();
      stage.body().accept(slot);
      log.ran(stage, step, begun, System.nanoTime());
    }
  }

  /** Waits until no batch is in progress, also after failures. */
  private void await() {
    for (CompletableFuture<Void> making : underWay) {
      try {
        making.join();
      } catch (CompletionException | CancellationException _) {
        // the failure has been reported to the caller that took this batch
      }
    }
  }

  @Override
  public List<B> slots() {
    return Collections.unmodifiableList(slots);
  }

  @Override
  public void close() {
    await();
    own.ifPresent(ExecutorService::close);
  }
}
