package dev.atoll.train.companion;

import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.sampling.WorkerSampling;
import java.util.List;

/**
 * Sampling that adapts to the costs of epochs; it needs no state of its own, as it is recomputed
 * from these.
 */
public record SamplingCompanion(WorkerSampling sampling) implements Companion {
  @Override
  public String name() {
    return "sampling";
  }

  @Override
  public void beginEpoch(List<EpochCost> finished) {
    sampling.follow(finished);
  }
}
