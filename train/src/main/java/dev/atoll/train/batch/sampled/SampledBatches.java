package dev.atoll.train.batch.sampled;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.batch.SamplingPlace;
import dev.atoll.train.batch.TrainingBatch;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.schedule.Launch;
import dev.atoll.train.schedule.Operator;
import dev.atoll.train.schedule.Pipeline;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.schedule.Stage;
import dev.atoll.train.schedule.StageLog;
import dev.atoll.train.schedule.WorkerThreads;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Mini-batches of sampled neighbourhoods, made ahead by a scheduler. The time at which a batch is
 * made does not change its contents.
 */
public final class SampledBatches<S extends BatchSlot> implements BatchSource {
  private final SeedOrder order;
  private final int worker;
  private final RandomKey key;
  private final PhaseTimes times;
  private final SamplingPlace place;
  private final long sharedBytes;
  private final LongUnaryOperator stepsRead;
  private final Pipeline<S> pipeline;
  private int epoch = -1;
  private boolean closed;
  private S taken;

  /** Opens a pipeline that reports its stages. */
  @FunctionalInterface
  private interface Opening<S> {
    Pipeline<S> open(StageLog log);
  }

  /**
   * @param sharedBytes held for all batches together
   * @param stepsRead the steps of the run that must be over before the batch of a step can be drawn
   */
  private SampledBatches(
      SeedOrder order,
      int worker,
      RandomKey key,
      PhaseTimes times,
      SamplingPlace place,
      long sharedBytes,
      LongUnaryOperator stepsRead,
      Opening<S> opening) {
    this.order = order;
    this.worker = worker;
    this.key = key;
    this.times = times;
    this.place = place;
    this.sharedBytes = sharedBytes;
    this.stepsRead = stepsRead;
    this.pipeline = opening.open(this::count);
  }

  /**
   * Batches that the host draws.
   *
   * @param layers of neighbourhoods
   * @param when batches are prepared
   * @param stepsRead the steps of the run that must be over before the batch of a step can be drawn
   * @param key names the draws of the run
   * @param reason why not the device; empty where the host is the device
   */
  public static SampledBatches<?> onHost(
      SampledWork work,
      Backend backend,
      SeedOrder order,
      WorkerThreads threads,
      int layers,
      Schedule when,
      LongUnaryOperator stepsRead,
      RandomKey key,
      String reason) {
    SampledSlot.check(work, when);
    return new SampledBatches<>(
        order,
        threads.rank(),
        key,
        work.times(),
        SamplingPlace.host(reason),
        0,
        stepsRead,
        log ->
            when.open(
                SampledSlot.dag(layers, work, when),
                () -> new SampledSlot(work, backend, when),
                log,
                threads));
  }

  /** Batches that the device draws. */
  public static SampledBatches<?> onDevice(
      DeviceWork work, Backend backend, SeedOrder order, int worker, Schedule when, RandomKey key) {
    return new SampledBatches<>(
        order,
        worker,
        key,
        work.shared().times(),
        new SamplingPlace(backend.device().toString(), ""),
        work.heldBytes(),
        _ -> 0,
        log ->
            when.open(
                DeviceSlot.dag(work.fanouts().layers()),
                () -> new DeviceSlot(work, backend),
                log,
                new WorkerThreads(worker, work.threads(backend.parallelism()))));
  }

  private void count(Stage<?> stage, int step, long begun, long ended) {
    Phase phase = stage.operator() == Operator.FETCH ? Phase.FETCH : Phase.SAMPLE;
    times.add(phase, stage.name(), step, begun, ended);
  }

  @Override
  public int steps(int ofEpoch) {
    return order.steps();
  }

  @Override
  public TrainingBatch batch(int ofEpoch, int step) {
    BatchSource.requireStep(step, order.steps(), closed);
    if (taken != null) {
      taken.release();
    }
    if (ofEpoch != epoch) {
      epoch = ofEpoch;
      pipeline.begin(assignment(), step, order.steps());
    }
    taken = pipeline.take(step);
    taken.take();
    return taken;
  }

  private Pipeline.Assignment<S> assignment() {
    int ofEpoch = epoch;
    long[] seeds = order.of(worker, ofEpoch);
    RandomKey epochKey = key.child(ofEpoch);
    long before = (long) ofEpoch * order.steps();
    return new Pipeline.Assignment<>() {
      @Override
      public void assign(int step, S slot) {
        slot.assign(
            seeds,
            order.from(worker, ofEpoch, step),
            order.from(worker, ofEpoch, step + 1),
            order.batchNodes(ofEpoch, step),
            epochKey.child(step),
            before + step);
      }

      @Override
      public int preparableFrom(int step) {
        return (int) Math.max(0, stepsRead.applyAsLong(before + step) - before);
      }
    };
  }

  /** The launches of batches since the last call, where a rule decides about them. */
  public List<Launch> takeLaunches() {
    return pipeline.takeLaunches();
  }

  @Override
  public SamplingPlace place() {
    return place;
  }

  /** Bytes held for batches, on the device and on the host. */
  @Override
  public long heldBytes() {
    long bytes = sharedBytes;
    for (S slot : pipeline.slots()) {
      bytes += slot.heldBytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      pipeline.close();
      pipeline.slots().forEach(S::close);
    }
  }
}
