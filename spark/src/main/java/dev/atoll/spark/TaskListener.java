package dev.atoll.spark;

import dev.atoll.recipe.engine.LeadListener;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.weights.Safetensors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The first worker's lead on an executor: what it hears goes to the driver. */
public final class TaskListener implements LeadListener {
  private final RunCounters counters;
  private final Path weights;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param weights the file for what was learnt
   */
  public TaskListener(RunCounters counters, Path weights) {
    this.counters = counters;
    this.weights = weights;
  }

  /** All that was told; nothing on workers other than the first. */
  public List<String> lines() {
    return lines;
  }

  private void tell(RunEvent event) {
    String line = event.toLine();
    lines.add(line);
    counters.events().add(line);
  }

  @Override
  public void begins(String backend) {
    tell(RunEvent.begins(backend));
  }

  @Override
  public void on(TrainEvent event) {
    RunEvent.of(event).ifPresent(this::tell);
    if (event instanceof TrainEvent.EpochFinished epoch) {
      counters.epochs().add(1L);
      counters.bytes().add(epoch.cost().totalBytes());
    }
  }

  @Override
  public void finished(Safetensors learnt, TrainingResult result) {
    learnt.write(weights);
    tell(RunEvent.of(result));
  }
}
