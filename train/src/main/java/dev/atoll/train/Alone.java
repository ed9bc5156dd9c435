package dev.atoll.train;

import dev.atoll.graph.Dataset;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.model.Model;

/** A team of one. */
final class Alone extends Team {
  @Override
  Workplace workplace(Dataset dataset, DeviceMemory memory, TrainingPlan plan, Model model) {
    return WholeGraphWork.open(dataset, memory, plan, model);
  }

  @Override
  GradientSync gradients() {
    return GradientSync.NONE;
  }

  @Override
  Judge judge(Dataset dataset, String split, long[] ids) {
    return new Scorer(dataset, dataset.split(split), ids);
  }
}
