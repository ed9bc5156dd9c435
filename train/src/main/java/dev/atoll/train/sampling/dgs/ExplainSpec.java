package dev.atoll.train.sampling.dgs;

/**
 * When and how long remote nodes and feature columns are explained; the names of the DGS paper in
 * brackets.
 *
 * @param every steps from one explanation to the next, and until one takes effect (T_ex)
 * @param epochs of training the masks, at most (T_E)
 * @param loss the masks are good enough when their objective is no larger (𝓛)
 * @param rate learning rate of the masks
 */
public record ExplainSpec(int every, int epochs, double loss, double rate) {
  /** As published. */
  public static final ExplainSpec DEFAULT = new ExplainSpec(30, 50, 0.01, 0.01);

  public ExplainSpec {
    if (every < 1) {
      throw new IllegalArgumentException(
          "explain.every=" + every + ": expected at least 1 step between explanations");
    }
    if (epochs < 1) {
      throw new IllegalArgumentException("explain.epochs=" + epochs + ": expected at least 1");
    }
    if (!(loss >= 0)) {
      throw new IllegalArgumentException("explain.loss=" + loss + ": expected 0 or more");
    }
    if (!(rate > 0)) {
      throw new IllegalArgumentException("explain.lr=" + rate + ": expected more than 0");
    }
  }
}
