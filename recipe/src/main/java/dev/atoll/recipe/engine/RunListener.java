package dev.atoll.recipe.engine;

import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.weights.Safetensors;

/** Receives the events of a run from its first worker, and the result. */
public interface RunListener extends TrainEvent.Listener {
  /**
   * Begins the run.
   *
   * @param backend the description of the device
   */
  void started(String backend);

  /**
   * Ends the run.
   *
   * @param weights in memory that lasts for this call
   */
  void finished(Safetensors weights, TrainingResult result);

  /** Receives a line that another process of the run has printed. */
  default void processOutput(String line) {}

  /** A listener that ignores everything, for all workers but the first. */
  RunListener NONE =
      new RunListener() {
        @Override
        public void started(String backend) {}

        @Override
        public void on(TrainEvent event) {}

        @Override
        public void finished(Safetensors weights, TrainingResult result) {}
      };
}
