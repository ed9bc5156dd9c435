package dev.atoll.train.plan;

/**
 * The number of epochs, early stopping and evaluation of a run.
 *
 * @param patience evaluations without a better validation score after which training stops; 0 never
 *     stops it
 * @param evaluateEvery epochs from one evaluation to the next
 */
public record EpochPlan(int epochs, int patience, int evaluateEvery) {
  public EpochPlan {
    if (epochs < 1) {
      throw new IllegalArgumentException("epochs=" + epochs + ": expected at least 1");
    }
    if (patience < 0) {
      throw new IllegalArgumentException(
          "earlyStop=" + patience + ": expected 0 (off) or more evaluations");
    }
    if (evaluateEvery < 1) {
      throw new IllegalArgumentException(
          "evaluate.every=" + evaluateEvery + ": expected at least 1");
    }
  }

  /** A number of epochs, each of them evaluated. */
  public static EpochPlan of(int epochs) {
    return new EpochPlan(epochs, 0, 1);
  }

  /** Whether the model is evaluated after this epoch: always after the last. */
  public boolean evaluates(int epoch) {
    return evaluatesInAnyCase(epoch) || epoch == epochs - 1;
  }

  /** Whether the model is evaluated after this epoch also in a run of more epochs. */
  public boolean evaluatesInAnyCase(int epoch) {
    return (epoch + 1) % evaluateEvery == 0;
  }
}
