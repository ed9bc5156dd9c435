package dev.atoll.train;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.LayerSizes;
import dev.atoll.train.batch.SeedSchedule.Shuffle;
import dev.atoll.train.exchange.RowCodec;
import dev.atoll.train.feature.EmbeddingSpec;
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
 */
public record SampledPlan(
    int batch,
    Fanouts fanouts,
    Sampling sampling,
    Shuffle shuffle,
    Schedule schedule,
    RowCodec codec,
    Optional<EmbeddingSpec> embeddings) {
  public SampledPlan {
    if (batch < 1) {
      throw new IllegalArgumentException("batch=" + batch + ": expected at least 1 seed per step");
    }
    sampling.sizes().ifPresent(sizes -> checkSizes(sizes, fanouts));
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
    this(batch, fanouts, sampling, shuffle, schedule, codec, Optional.empty());
  }

  /** The same with learnable rows. */
  public SampledPlan with(EmbeddingSpec spec) {
    return new SampledPlan(batch, fanouts, sampling, shuffle, schedule, codec, Optional.of(spec));
  }

  /** The same, drawn in another way. */
  public SampledPlan with(Sampling newSampling) {
    return new SampledPlan(batch, fanouts, newSampling, shuffle, schedule, codec, embeddings);
  }

  /** The same, prepared at other times. */
  public SampledPlan with(Schedule newSchedule) {
    return new SampledPlan(batch, fanouts, sampling, shuffle, newSchedule, codec, embeddings);
  }

  /** 1024 seeds a step, fused, two batches ahead. */
  public static SampledPlan of(Fanouts fanouts) {
    return new SampledPlan(
        1024, fanouts, new Sampling.Uniform(), Shuffle.LOCAL, Schedule.ahead(2), RowCodec.FP32);
  }
}
