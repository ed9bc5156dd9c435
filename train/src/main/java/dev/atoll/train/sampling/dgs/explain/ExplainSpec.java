package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Values;

/**
 * The settings of explanations; the names of the DGS paper in brackets.
 *
 * @param every steps from one explanation to the next, and until one takes effect (T_ex)
 * @param epochs of training the masks, at most (T_E)
 * @param loss the masks are good enough when their objective is no larger (𝓛)
 * @param rate learning rate of the masks
 */
public record ExplainSpec(int every, int epochs, double loss, double rate) {
  /** As published. */
  public static final ExplainSpec DEFAULT = new ExplainSpec(30, 50, 0.01, 0.01);

  public static final Key<Long> EVERY =
      new Key<>(
          "explain.every",
          new Whole(1, Integer.MAX_VALUE),
          30L,
          "steps from one explanation to the next, and until it takes effect (dgs, top)");
  public static final Key<Long> EPOCHS =
      new Key<>(
          "explain.epochs", new Whole(1, 1_000_000), 50L, "epochs of an explanation, at most");
  public static final Key<Double> LOSS =
      new Key<>(
          "explain.loss",
          new Decimal(0, 1e9),
          0.01,
          "an explanation ends when its objective is no larger");
  public static final Key<Double> RATE =
      new Key<>("explain.lr", new Decimal(0, 100), 0.01, "learning rate of the masks");

  /** From settings. */
  public static ExplainSpec of(Values values) {
    return new ExplainSpec(
        values.integer(EVERY), values.integer(EPOCHS), values.get(LOSS), values.get(RATE));
  }

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
