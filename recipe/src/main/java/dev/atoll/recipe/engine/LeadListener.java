package dev.atoll.recipe.engine;

import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.weights.Safetensors;

/** What the first worker does for all: shows how the run goes, and keeps what came of it. */
public interface LeadListener extends TrainEvent.Listener {
  /** The run begins on a device that describes itself so. */
  void begins(String backend);

  /**
   * The run is done.
   *
   * @param weights in memory that lasts for this call
   */
  void finished(Safetensors weights, TrainingResult result);

  /** The others keep to themselves. */
  LeadListener NONE =
      new LeadListener() {
        @Override
        public void begins(String backend) {}

        @Override
        public void on(TrainEvent event) {}

        @Override
        public void finished(Safetensors weights, TrainingResult result) {}
      };
}
