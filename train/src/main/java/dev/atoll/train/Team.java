package dev.atoll.train;

import dev.atoll.graph.Dataset;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.model.Model;

/** The workers of a run, seen from one of them: what they share, and what each does for itself. */
public abstract sealed class Team permits Alone {
  /** One worker that has the whole graph. */
  public static final Team ALONE = new Alone();

  Team() {}

  /** This worker's share of the data, on its device. */
  abstract Workplace workplace(
      Dataset dataset, DeviceMemory memory, TrainingPlan plan, Model model);

  abstract GradientSync gradients();

  /**
   * @param ids this worker's nodes
   */
  abstract Judge judge(Dataset dataset, String split, long[] ids);
}
