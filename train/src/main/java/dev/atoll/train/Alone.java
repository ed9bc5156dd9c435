package dev.atoll.train;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.graph.Dataset;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.model.Model;

/** A team of one. */
final class Alone extends Team {
  Alone() {
    super(Communicator.on(LocalTransport.group(1, Limits.DEFAULT).getFirst()), true);
  }

  @Override
  Workplace workplace(
      Dataset dataset, DeviceMemory memory, TrainingPlan plan, Model model, TaskWork task) {
    if (plan.embeddings().isPresent()) {
      throw new IllegalArgumentException(
          "embeddings=sparse: learnable rows are trained on shards, by one worker or more: take"
              + " mode=sampled");
    }
    return WholeGraphWork.open(dataset, memory, plan, model, task);
  }

  @Override
  Judge judge(TaskWork task, Workplace work) {
    return task.judge(work.ids(), work.place());
  }

  @Override
  public void close() {
    workers().close();
    workers().transport().close();
  }
}
