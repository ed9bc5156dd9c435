package dev.atoll.train.plan;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.dgs.ExplainSpec;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.ColumnPolicy;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.util.Optional;

/**
 * How mini-batches are made.
 *
 * @param batch seeds per worker and step, at most
 * @param fanouts one per layer, the output layer first
 * @param sampling how neighbours are drawn
 * @param schedule when batches are prepared; the same batches whatever it says
 * @param codec the form in which feature rows travel
 * @param embeddings learnable rows of all nodes that stand beside their features
 * @param columns which columns of other workers' rows are pulled
 * @param explain how remote nodes and columns are weighed, where anything asks for it
 * @param placement which rows a worker keeps near; absent when every row is read from its owner
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
    ExplainSpec explain,
    Optional<PlacementPlan> placement)
    implements StepPlan {
  public SampledPlan {
    if (batch < 1) {
      throw new IllegalArgumentException("batch=" + batch + ": expected at least 1 seed per step");
    }
    if (embeddings.isPresent() && isExplained(sampling, columns)) {
      throw new IllegalArgumentException(
          "embeddings=sparse with sampler=dgs or columns=top: what is explained are features that"
              + " stay; expected embeddings=none, or another sampler and columns=all");
    }
    sampling.sizes().ifPresent(sizes -> checkSizes(sizes, fanouts));
    if (sampling instanceof Sampling.LocalAware
        && placement.filter(near -> near.hasDevices() && !near.isConnected()).isPresent()) {
      throw new IllegalArgumentException(
          "sampler=local-aware with placement.groups=%s: expected all, as batches of one sampler go to all devices"
              .formatted(placement.orElseThrow().groups()));
    }
    if (sampling instanceof Sampling.Clusters && placement.isPresent()) {
      throw new IllegalArgumentException(
          "placement with sampler=cluster, whose steps read no rows of other workers: expected"
              + " placement=owner");
    }
  }

  private static void checkSizes(LayerSizes sizes, Fanouts fanouts) {
    if (sizes.layers() != fanouts.layers()) {
      throw new IllegalArgumentException(
          "sampler.size=%s names %d layers, but there are %d: expected a size per layer, or one for all"
              .formatted(sizes, sizes.layers(), fanouts.layers()));
    }
  }

  /** Without learnable rows. */
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
        new ColumnPolicy.All(),
        ExplainSpec.DEFAULT,
        Optional.empty());
  }

  /** Whether remote nodes or columns are chosen by explanations. */
  public boolean isExplained() {
    return isExplained(sampling, columns);
  }

  private static boolean isExplained(Sampling sampling, ColumnPolicy columns) {
    return sampling instanceof Sampling.Dgs || columns.isExplained();
  }

  /** The same with learnable rows. */
  public SampledPlan with(EmbeddingSpec spec) {
    return but(sampling, schedule, Optional.of(spec), columns, explain, placement);
  }

  /** The same, drawn in another way. */
  public SampledPlan with(Sampling newSampling) {
    return but(newSampling, schedule, embeddings, columns, explain, placement);
  }

  /** The same, prepared at other times. */
  public SampledPlan with(Schedule newSchedule) {
    return but(sampling, newSchedule, embeddings, columns, explain, placement);
  }

  /** The same, pulling other columns. */
  public SampledPlan with(ColumnPolicy newColumns) {
    return but(sampling, schedule, embeddings, newColumns, explain, placement);
  }

  /** The same, explained in another way. */
  public SampledPlan with(ExplainSpec newExplain) {
    return but(sampling, schedule, embeddings, columns, newExplain, placement);
  }

  /** The same, with rows kept near. */
  public SampledPlan with(PlacementPlan newPlacement) {
    return but(sampling, schedule, embeddings, columns, explain, Optional.of(newPlacement));
  }

  private SampledPlan but(
      Sampling newSampling,
      Schedule newSchedule,
      Optional<EmbeddingSpec> newEmbeddings,
      ColumnPolicy newColumns,
      ExplainSpec newExplain,
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
        newExplain,
        newPlacement);
  }

  /** 1024 seeds a step, fused, two batches ahead. */
  public static SampledPlan of(Fanouts fanouts) {
    return new SampledPlan(
        1024, fanouts, new Sampling.Uniform(), Shuffle.LOCAL, Schedule.ahead(2), RowCodec.fp32());
  }
}
