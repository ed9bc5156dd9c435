package dev.atoll.train.plan;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.columns.ColumnPolicy;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.util.Optional;

/**
 * The settings of mini-batch training.
 *
 * @param batch seeds per worker and step, at most
 * @param fanouts one per layer, the output layer first
 * @param sampling how neighbours are drawn
 * @param schedule when batches are prepared; does not affect their content
 * @param embeddings learnable rows of all nodes that are concatenated to their features
 * @param rows how feature rows are read
 * @param device the work of a GPU besides computing
 */
public record SampledPlan(
    int batch,
    Fanouts fanouts,
    Sampling sampling,
    Shuffle shuffle,
    Schedule schedule,
    Optional<EmbeddingSpec> embeddings,
    Rows rows,
    DevicePlan device)
    implements TrainingPlan.Steps, BatchPlan {
  /**
   * The reads of feature rows.
   *
   * @param codec the form in which rows travel
   * @param columns which columns of other workers' rows are pulled
   * @param placement the rows that a worker caches; absent when every row is read from its owner
   */
  public record Rows(RowCodec codec, ColumnPolicy columns, Optional<PlacementPlan> placement) {
    private static Rows of(RowCodec codec) {
      return new Rows(codec, ColumnPolicy.all(), Optional.empty());
    }
  }

  /** Checks that all policies fit together. */
  public SampledPlan(
      int batch,
      Fanouts fanouts,
      Sampling sampling,
      Shuffle shuffle,
      Schedule schedule,
      Optional<EmbeddingSpec> embeddings,
      Rows rows,
      DevicePlan device) {
    if (batch < 1) {
      throw new IllegalArgumentException("batch=" + batch + ": expected at least 1 seed per step");
    }
    this.batch = batch;
    this.fanouts = fanouts;
    this.sampling = sampling;
    this.shuffle = shuffle;
    this.schedule = schedule;
    this.embeddings = embeddings;
    this.rows = rows;
    this.device = device;
    sampling.check(this);
    rows.columns().check(this);
  }

  /** Whether batches depend on results of training. */
  public boolean readsResults() {
    return sampling.readsResults() || rows.columns().readsResults();
  }

  /** The steps of the run that must be over before the batch of a step can be drawn. */
  public long stepsRead(long step) {
    return Math.max(sampling.stepsRead(step), rows.columns().stepsRead(step));
  }

  /** Steps until sampling reaches its steady state. */
  public long stepsToSettle() {
    return Math.max(sampling.stepsToSettle(), rows.columns().stepsToSettle());
  }

  /** Creates a plan without learnable rows. */
  public SampledPlan(
      int batch,
      Fanouts fanouts,
      Sampling sampling,
      Shuffle shuffle,
      Schedule schedule,
      RowCodec codec) {
    this(
        batch,
        fanouts,
        sampling,
        shuffle,
        schedule,
        Optional.empty(),
        Rows.of(codec),
        DevicePlan.AUTO);
  }

  @Override
  public Optional<PlacementPlan> placement() {
    return rows.placement();
  }

  /** A copy with learnable embeddings. */
  public SampledPlan with(EmbeddingSpec spec) {
    return new SampledPlan(
        batch, fanouts, sampling, shuffle, schedule, Optional.of(spec), rows, device);
  }

  /** A copy with another sampler. */
  public SampledPlan with(Sampling newSampling) {
    return new SampledPlan(
        batch, fanouts, newSampling, shuffle, schedule, embeddings, rows, device);
  }

  /** A copy with another schedule. */
  public SampledPlan with(Schedule newSchedule) {
    return new SampledPlan(
        batch, fanouts, sampling, shuffle, newSchedule, embeddings, rows, device);
  }

  /** A copy that pulls other columns. */
  public SampledPlan with(ColumnPolicy newColumns) {
    return with(new Rows(rows.codec(), newColumns, rows.placement()));
  }

  /** A copy with cached rows. */
  public SampledPlan with(PlacementPlan newPlacement) {
    return with(new Rows(rows.codec(), rows.columns(), Optional.of(newPlacement)));
  }

  private SampledPlan with(Rows newRows) {
    return new SampledPlan(
        batch, fanouts, sampling, shuffle, schedule, embeddings, newRows, device);
  }

  /** A copy with other work on the device. */
  public SampledPlan with(DevicePlan newDevice) {
    return new SampledPlan(
        batch, fanouts, sampling, shuffle, schedule, embeddings, rows, newDevice);
  }

  /** 1024 seeds a step, fused, two batches ahead. */
  public static SampledPlan of(Fanouts fanouts) {
    return new SampledPlan(
        1024, fanouts, Sampling.uniform(), Shuffle.LOCAL, Schedule.ahead(2), RowCodec.fp32());
  }
}
