package dev.atoll.app.command;

import dev.atoll.recipe.log.RunLog;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import java.util.Locale;

/** Warns once when the loss has not moved in the first epochs of a run. */
final class LossWatch {
  private static final int EPOCHS = 10;
  private static final int LEAST_EPOCHS = 5;

  /** A smaller share of the first loss is no movement. */
  private static final double SHARE = 1e-4;

  private final RunLog log;
  private final int watched;
  private double first;
  private double lowest = Double.POSITIVE_INFINITY;
  private double highest = Double.NEGATIVE_INFINITY;

  /**
   * @param epochs of the run; too few say nothing
   */
  LossWatch(RunLog log, int epochs) {
    this.log = log;
    this.watched = Math.min(EPOCHS, epochs);
  }

  void on(EpochFinished epoch) {
    first = epoch.epoch() == 0 ? epoch.loss() : first;
    lowest = Math.min(lowest, epoch.loss());
    highest = Math.max(highest, epoch.loss());
    boolean still = highest - lowest <= SHARE * Math.abs(first);
    if (still && watched >= LEAST_EPOCHS && epoch.epoch() == watched - 1) {
      log.remark(
          String.format(
              Locale.ROOT,
              "the loss has not moved in %d epochs (%.4f): likely lr is too small, or the features"
                  + " are all alike or of very different scales (--set features.normalize=standard)",
              watched,
              epoch.loss()));
    }
  }
}
