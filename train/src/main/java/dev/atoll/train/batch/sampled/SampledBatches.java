package dev.atoll.train.batch.sampled;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.batch.TrainingBatch;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.schedule.Launch;
import dev.atoll.train.schedule.Operator;
import dev.atoll.train.schedule.Pipeline;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.schedule.Stage;
import dev.atoll.train.schedule.WorkerThreads;
import java.util.List;

/**
 * Mini-batches of sampled neighbourhoods, made ahead by a scheduler. The time at which a batch is
 * made does not change its contents.
 */
public final class SampledBatches implements BatchSource {
  private final SampledWork work;
  private final SeedOrder schedule;
  private final int worker;
  private final RandomKey key;
  private final Pipeline<SampledSlot> pipeline;
  private int epoch = -1;
  private boolean closed;

  /**
   * @param layers of neighbourhoods
   * @param when batches are prepared
   * @param key names the draws of the run
   */
  public SampledBatches(
      SampledWork work,
      Backend backend,
      SeedOrder schedule,
      int worker,
      int layers,
      Schedule when,
      RandomKey key) {
    this.work = work;
    this.schedule = schedule;
    this.worker = worker;
    this.key = key;
    SampledSlot.check(work, when);
    this.pipeline =
        when.open(
            SampledSlot.dag(layers, work, when),
            () -> new SampledSlot(work, backend, when),
            this::count,
            new WorkerThreads(worker, backend.parallelism()));
  }

  private void count(Stage<?> stage, int step, long begun, long ended) {
    Phase phase = stage.operator() == Operator.FETCH ? Phase.FETCH : Phase.SAMPLE;
    work.times().add(phase, stage.name(), step, begun, ended);
  }

  @Override
  public int steps(int ofEpoch) {
    return schedule.steps();
  }

  @Override
  public TrainingBatch batch(int ofEpoch, int step) {
    BatchSource.requireStep(step, schedule.steps(), closed);
    if (ofEpoch != epoch) {
      epoch = ofEpoch;
      pipeline.begin(assignment(), step, schedule.steps());
    }
    SampledSlot slot = pipeline.take(step);
    slot.pullEmbeddings();
    return slot;
  }

  private Pipeline.Assignment<SampledSlot> assignment() {
    int ofEpoch = epoch;
    long[] seeds = schedule.of(worker, ofEpoch);
    RandomKey epochKey = key.child(ofEpoch);
    return (step, slot) ->
        slot.assign(
            seeds,
            schedule.from(worker, ofEpoch, step),
            schedule.from(worker, ofEpoch, step + 1),
            schedule.batchNodes(ofEpoch, step),
            epochKey.child(step),
            (long) ofEpoch * schedule.steps() + step);
  }

  /** The launches of batches since the last call, where a rule decides about them. */
  public List<Launch> takeLaunches() {
    return pipeline.takeLaunches();
  }

  /** Bytes held for batches, on the device and on the host. */
  @Override
  public long heldBytes() {
    long bytes = 0;
    for (SampledSlot slot : pipeline.slots()) {
      bytes += slot.heldBytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      pipeline.close();
      pipeline.slots().forEach(SampledSlot::close);
    }
  }
}
