package dev.atoll.recipe.run;

import dev.atoll.train.event.TrainEvent.BatchesLaunched;
import dev.atoll.train.schedule.Launch;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of {@code events.jsonl}: the launch of a batch, with every input of the score and the
 * score. Fields are added, never renamed.
 *
 * @param event always {@code launch}
 */
public record LaunchLine(
    String event,
    int worker,
    int epoch,
    int step,
    int looks,
    int underWay,
    double gapMillis,
    double cpuPercent,
    double sampleMillis,
    double trainMillis,
    int queue,
    double score,
    double threshold,
    long handOvers,
    int making) {
  /** The launches of an epoch. */
  public static List<LaunchLine> of(BatchesLaunched batches) {
    List<LaunchLine> lines = new ArrayList<>();
    for (int worker = 0; worker < batches.byWorker().size(); worker++) {
      for (Launch launch : batches.byWorker().get(worker)) {
        lines.add(of(worker, batches.epoch(), launch));
      }
    }
    return lines;
  }

  private static LaunchLine of(int worker, int epoch, Launch launch) {
    return new LaunchLine(
        "launch",
        worker,
        epoch,
        launch.step(),
        launch.looks(),
        launch.underWay(),
        launch.gapMillis(),
        launch.cpuPercent(),
        launch.sampleMillis(),
        launch.trainMillis(),
        launch.queue(),
        launch.score(),
        launch.threshold(),
        launch.handOvers(),
        launch.making());
  }
}
