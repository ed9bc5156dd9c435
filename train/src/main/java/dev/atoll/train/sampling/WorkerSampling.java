package dev.atoll.train.sampling;

import dev.atoll.graph.sample.Sampler;
import dev.atoll.train.batch.sampled.SeedLoss;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.cost.EpochCost;
import java.util.List;
import java.util.function.Supplier;

/** A sampling policy at work on one worker. */
public interface WorkerSampling {
  /** The seeds of every worker and step. */
  SeedOrder seeds();

  /** Completes the opening, once all workers answer requests and cached rows are known. */
  default void begin() {}

  /** A sampler for one batch in preparation. */
  Sampler sampler();

  /**
   * The loss of a batch's seeds, as this sampling weighs them; one for each batch in preparation.
   *
   * @param uniform weighs all seeds equally
   */
  default SeedLoss loss(SeedLoss uniform) {
    return uniform;
  }

  /**
   * Takes note of how the run went, before each epoch.
   *
   * @param finished the costs of the epochs so far
   */
  default void follow(List<EpochCost> finished) {}

  /** Sampling that neither exchanges anything when it begins nor changes in a run. */
  static WorkerSampling of(SeedOrder seeds, Supplier<Sampler> samplers) {
    return new WorkerSampling() {
      @Override
      public SeedOrder seeds() {
        return seeds;
      }

      @Override
      public Sampler sampler() {
        return samplers.get();
      }
    };
  }
}
