package dev.atoll.app.engine;

import dev.atoll.train.Safetensors;
import dev.atoll.train.TrainEvent;
import dev.atoll.train.TrainingResult;

/** What the first worker does for all: shows how the run goes, and keeps what came of it. */
public interface Lead extends TrainEvent.Listener {
  /** The run begins on a device that describes itself so. */
  void begins(String backend);

  /**
   * The run is done.
   *
   * @param weights in memory that lasts for this call
   */
  void finished(Safetensors weights, TrainingResult result);

  /** The others keep to themselves. */
  Lead NONE =
      new Lead() {
        @Override
        public void begins(String backend) {}

        @Override
        public void on(TrainEvent event) {}

        @Override
        public void finished(Safetensors weights, TrainingResult result) {}
      };
}
