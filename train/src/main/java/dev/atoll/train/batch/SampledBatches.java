package dev.atoll.train.batch;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Mini-batches of sampled neighbourhoods. While a step is computed, the next ones are prepared: up
 * to {@code ahead} batches are under way, each in room of its own. When a batch is made does not
 * change what it is.
 */
public final class SampledBatches implements BatchSource {
  private final SeedOrder schedule;
  private final int worker;
  private final RandomKey key;
  private final List<SampledSlot> slots = new ArrayList<>();
  private final List<CompletableFuture<Void>> underWay = new ArrayList<>();
  private final ExecutorService threads;
  private long[] seeds = {};
  private int epoch = -1;
  private int started;

  /**
   * @param ahead batches that are prepared while another is computed; 0 makes each when it is asked
   *     for
   * @param key names the draws of the run
   */
  public SampledBatches(
      SampledWork work, Backend backend, SeedOrder schedule, int worker, int ahead, RandomKey key) {
    if (ahead < 0) {
      throw new IllegalArgumentException("schedule.depth=" + ahead + ": expected 0 or more");
    }
    this.schedule = schedule;
    this.worker = worker;
    this.key = key;
    for (int i = 0; i <= ahead; i++) {
      slots.add(new SampledSlot(work, backend));
      underWay.add(CompletableFuture.completedFuture(null));
    }
    this.threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("atoll-prefetch-" + worker + "-", 0).factory());
  }

  @Override
  public int steps(int ofEpoch) {
    return schedule.steps();
  }

  @Override
  public TrainingBatch batch(int ofEpoch, int step) {
    if (ofEpoch != epoch) {
      await();
      epoch = ofEpoch;
      seeds = schedule.of(worker, epoch);
      started = step;
    }
    int last = Math.min(schedule.steps() - 1, step + slots.size() - 1);
    while (started <= last) {
      start(started++, slots.size() > 1);
    }
    return take(step);
  }

  private void start(int step, boolean ahead) {
    SampledSlot slot = slots.get(step % slots.size());
    Runnable task = () -> prepare(slot, step);
    underWay.set(
        step % slots.size(),
        ahead
            ? CompletableFuture.runAsync(task, threads)
            : CompletableFuture.runAsync(task, Runnable::run));
  }

  private void prepare(SampledSlot slot, int step) {
    slot.prepare(
        seeds,
        schedule.from(worker, epoch, step),
        schedule.from(worker, epoch, step + 1),
        schedule.batchNodes(epoch, step),
        key.child(epoch).child(step),
        (long) epoch * schedule.steps() + step);
  }

  private TrainingBatch take(int step) {
    try {
      underWay.get(step % slots.size()).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
    SampledSlot slot = slots.get(step % slots.size());
    slot.pullEmbeddings();
    return slot;
  }

  /** Waits until nothing is under way any more, whatever came of it. */
  private void await() {
    for (CompletableFuture<Void> task : underWay) {
      try {
        task.join();
      } catch (CompletionException | CancellationException _) {
        // whoever needed this batch has been told
      }
    }
  }

  /** Bytes held on the device for batches. */
  @Override
  public long heldBytes() {
    return slots.stream().mapToLong(SampledSlot::heldBytes).sum();
  }

  @Override
  public void close() {
    await();
    threads.close();
    slots.forEach(SampledSlot::close);
  }
}
