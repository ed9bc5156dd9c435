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
 * @param codec the form in which feature rows travel
 * @param embeddings learnable rows of all nodes that are concatenated to their features
 * @param columns which columns of other workers' rows are pulled
 * @param placement the rows that a worker caches; absent when every row is read from its owner
 * @param device the work of a GPU besides computing
 */
public record SampledPlan(
    int batch,
    Fanouts fanouts,
    Sampling sampling,
    Shuffle shuffle,
    Schedule schedule,
    RowCodec codec,
    Optional<EmbeddingSpec> embeddings,
    ColumnPolicy columns,
    Optional<PlacementPlan> placement,
    DevicePlan device)
    implements StepPlan, BatchPlan {
  /** Checks that all policies fit together. */
  public SampledPlan(
      int batch,
      Fanouts fanouts,
      Sampling sampling,
      Shuffle shuffle,
      Schedule schedule,
      RowCodec codec,
      Optional<EmbeddingSpec> embeddings,
      ColumnPolicy columns,
      Optional<PlacementPlan> placement,
      DevicePlan device) {
    if (batch < 1) {
      throw new IllegalArgumentException("batch=" + batch + ": expected at least 1 seed per step");
    }
    this.batch = batch;
    this.fanouts = fanouts;
    this.sampling = sampling;
    this.shuffle = shuffle;
    this.schedule = schedule;
    this.codec = codec;
    this.embeddings = embeddings;
    this.columns = columns;
    this.placement = placement;
    this.device = device;
    sampling.check(this);
    columns.check(this);
  }

  /** Whether batches depend on results of training. */
  public boolean readsResults() {
    return sampling.readsResults() || columns.readsResults();
  }

  /** The steps of the run that must be over before the batch of a step can be drawn. */
  public long stepsRead(long step) {
    return Math.max(sampling.stepsRead(step), columns.stepsRead(step));
  }

  /** Steps until sampling reaches its steady state. */
  public long stepsToSettle() {
    return Math.max(sampling.stepsToSettle(), columns.stepsToSettle());
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
        codec,
        Optional.empty(),
        ColumnPolicy.all(),
        Optional.empty(),
        DevicePlan.AUTO);
  }

  /** A copy with learnable embeddings. */
  public SampledPlan with(EmbeddingSpec spec) {
    return but(sampling, schedule, Optional.of(spec), columns, placement);
  }

  /** A copy with another sampler. */
  public SampledPlan with(Sampling newSampling) {
    return but(newSampling, schedule, embeddings, columns, placement);
  }

  /** A copy with another schedule. */
  public SampledPlan with(Schedule newSchedule) {
    return but(sampling, newSchedule, embeddings, columns, placement);
  }

  /** A copy that pulls other columns. */
  public SampledPlan with(ColumnPolicy newColumns) {
    return but(sampling, schedule, embeddings, newColumns, placement);
  }

  /** A copy with cached rows. */
  public SampledPlan with(PlacementPlan newPlacement) {
    return but(sampling, schedule, embeddings, columns, Optional.of(newPlacement));
  }

  /** A copy with other work on the device. */
  public SampledPlan with(DevicePlan newDevice) {
    return new SampledPlan(
        batch,
        fanouts,
        sampling,
        shuffle,
        schedule,
        codec,
        embeddings,
        columns,
        placement,
        newDevice);
  }

  private SampledPlan but(
      Sampling newSampling,
      Schedule newSchedule,
      Optional<EmbeddingSpec> newEmbeddings,
      ColumnPolicy newColumns,
      Optional<PlacementPlan> newPlacement) {
    return new SampledPlan(
        batch,
        fanouts,
        newSampling,
        shuffle,
        newSchedule,
        codec,
        newEmbeddings,
        newColumns,
        newPlacement,
        device);
  }

  /** 1024 seeds a step, fused, two batches ahead. */
  public static SampledPlan of(Fanouts fanouts) {
    return new SampledPlan(
        1024, fanouts, Sampling.uniform(), Shuffle.LOCAL, Schedule.ahead(2), RowCodec.fp32());
  }
}
