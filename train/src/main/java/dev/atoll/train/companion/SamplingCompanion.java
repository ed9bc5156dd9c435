package dev.atoll.train.companion;

import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.sampling.WorkerSampling;
import java.util.List;

/** Sampling that follows the costs of the epochs; it needs no state, as these tell all. */
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
