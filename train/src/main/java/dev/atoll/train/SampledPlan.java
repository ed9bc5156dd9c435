package dev.atoll.train;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.batch.SeedSchedule.Shuffle;
import dev.atoll.train.exchange.RowCodec;
import dev.atoll.train.feature.EmbeddingSpec;
import java.util.Optional;

/**
 * How mini-batches are made.
 *
 * @param batch seeds per worker and step, at most
 * @param fanouts one per layer, the output layer first
 * @param fused whether neighbours are drawn in one pass; the same batches either way
 * @param ahead batches prepared while another is computed
 * @param codec the form in which feature rows travel
 * @param embeddings learnable rows of all nodes that stand beside their features
 */
public record SampledPlan(
    int batch,
    Fanouts fanouts,
    boolean fused,
    Shuffle shuffle,
    int ahead,
    RowCodec codec,
    Optional<EmbeddingSpec> embeddings) {
  public SampledPlan {
    if (batch < 1) {
      throw new IllegalArgumentException("batch=" + batch + ": expected at least 1 seed per step");
    }
    if (ahead < 0) {
      throw new IllegalArgumentException("schedule.depth=" + ahead + ": expected 0 or more");
    }
  }

  /** Without learnable rows. */
  public SampledPlan(
      int batch, Fanouts fanouts, boolean fused, Shuffle shuffle, int ahead, RowCodec codec) {
    this(batch, fanouts, fused, shuffle, ahead, codec, Optional.empty());
  }

  /** The same with learnable rows. */
  public SampledPlan with(EmbeddingSpec spec) {
    return new SampledPlan(batch, fanouts, fused, shuffle, ahead, codec, Optional.of(spec));
  }

  /** 1024 seeds a step, fused, two batches ahead. */
  public static SampledPlan of(Fanouts fanouts) {
    return new SampledPlan(1024, fanouts, true, Shuffle.LOCAL, 2, RowCodec.FP32);
  }
}
