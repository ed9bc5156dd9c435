package dev.atoll.spark;

import dev.atoll.recipe.engine.RunListener;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.weights.Safetensors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sends the events of the first worker from its executor to the driver. */
public final class TaskListener implements RunListener {
  private final RunCounters counters;
  private final Path weights;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param weights the file for the trained weights
   */
  public TaskListener(RunCounters counters, Path weights) {
    this.counters = counters;
    this.weights = weights;
  }

  /** The events as lines; empty on workers other than the first. */
  public List<String> lines() {
    return lines;
  }

  private void send(RunEvent event) {
    String line = event.toLine();
    lines.add(line);
    counters.events().add(line);
  }

  @Override
  public void started(String backend) {
    send(RunEvent.started(backend));
  }

  @Override
  public void on(TrainEvent event) {
    RunEvent.of(event).ifPresent(this::send);
    if (event instanceof TrainEvent.EpochFinished epoch) {
      counters.epochs().add(1L);
      counters.bytes().add(epoch.cost().totalBytes());
    }
  }

  @Override
  public void finished(Safetensors trained, TrainingResult result) {
    trained.write(weights);
    send(RunEvent.of(result));
  }
}
