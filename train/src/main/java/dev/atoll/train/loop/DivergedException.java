package dev.atoll.train.loop;

import dev.atoll.train.metric.NanScoreException;

/** Signals a loss, score or weight that is not finite; the last checkpoint remains. */
public final class DivergedException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private static final String ADVICE = "lower the learning rate (lr)";

  private DivergedException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Epochs and steps count from 0 here, from 1 in the message. */
  static DivergedException ofLoss(double loss, int epoch, int step) {
    return new DivergedException(
        "training diverged at epoch %d, step %d: the loss is %s, expected a finite number; %s"
            .formatted(epoch + 1, step + 1, loss, ADVICE),
        null);
  }

  /** An error in an evaluation, after the last step of an epoch. */
  static DivergedException ofScores(NanScoreException cause, int epoch, int steps) {
    return new DivergedException(
        "training diverged at epoch %d, step %d: %s; %s"
            .formatted(epoch + 1, steps, cause.getMessage(), ADVICE),
        cause);
  }

  /** An error in the weights, found before a step. */
  static DivergedException ofWeights(String name, int epoch, int step) {
    return new DivergedException(
        "training diverged at epoch %d, step %d: %s has a number that is NaN or infinite; %s"
            .formatted(epoch + 1, step + 1, name, ADVICE),
        null);
  }
}
