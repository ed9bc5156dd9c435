package dev.atoll.train.loop;

import dev.atoll.train.metric.NanScoreException;

/** The loss or a score is not finite; the last checkpoint is kept. */
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

  static DivergedException ofScores(NanScoreException cause, int epoch) {
    return new DivergedException(
        "training diverged at epoch %d: %s; %s".formatted(epoch + 1, cause.getMessage(), ADVICE),
        cause);
  }
}
