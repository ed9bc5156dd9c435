package dev.atoll.train.metric;

/** A score is NaN: the model that gave it has diverged. */
public final class NanScoreException extends ArithmeticException {
  private static final long serialVersionUID = 1;

  NanScoreException() {
    super("a score is NaN: expected numbers; the model has diverged");
  }
}
