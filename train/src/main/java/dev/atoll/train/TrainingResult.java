package dev.atoll.train;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The outcome of a run.
 *
 * @param bestEpoch whose weights were kept
 * @param evaluation of those weights
 * @param heldBytes memory taken from the device
 * @param neededBytes of the cells that had to be there at one time, without padding and spare room
 */
public record TrainingResult(
    List<TrainEvent.EpochFinished> epochs,
    int bestEpoch,
    Evaluation evaluation,
    String weightsSha256,
    long heldBytes,
    long neededBytes) {
  /** The first epochs warm the machine up and are left out of medians. */
  private static final int WARM_UP = 3;

  public TrainingResult {
    epochs = List.copyOf(epochs);
  }

  /** Median seconds of an epoch's training. */
  public double medianSeconds() {
    return median(TrainEvent.EpochFinished::seconds);
  }

  /** Median CPU seconds of an epoch's training, all threads together. */
  public double medianCpuSeconds() {
    return median(TrainEvent.EpochFinished::cpuSeconds);
  }

  /**
   * Cores in use while training, in the mean over all epochs: the system counts CPU time in steps
   * of 10 ms, longer than many an epoch.
   */
  public double cpuUse() {
    return sum(TrainEvent.EpochFinished::cpuSeconds) / sum(TrainEvent.EpochFinished::seconds);
  }

  private double sum(ToDoubleFunction<TrainEvent.EpochFinished> of) {
    return epochs.stream().mapToDouble(of).sum();
  }

  private double median(ToDoubleFunction<TrainEvent.EpochFinished> of) {
    double[] sorted =
        epochs.stream()
            .skip(epochs.size() > 2 * WARM_UP ? WARM_UP : 0)
            .mapToDouble(of)
            .sorted()
            .toArray();
    return sorted[sorted.length / 2];
  }
}
