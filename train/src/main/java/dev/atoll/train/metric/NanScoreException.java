package dev.atoll.train.metric;

/** An output or a score is NaN or infinite: the model that gave it has diverged. */
public final class NanScoreException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  NanScoreException() {
    super("a score is NaN: expected numbers; the model has diverged");
  }

  NanScoreException(float output) {
    super("an output of the model is " + output + ", expected a finite number");
  }
}
