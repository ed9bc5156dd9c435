package dev.atoll.train.plan;

/**
 * How parameters follow their gradients.
 *
 * @param weightDecay added to the gradient as {@code decay·value}; taken from the value directly by
 *     {@link Kind#ADAMW}
 */
public record OptimizerSpec(Kind kind, float rate, float weightDecay, float momentum) {
  /** The rule. */
  public enum Kind {
    ADAM,
    ADAMW,
    SGD
  }

  public OptimizerSpec {
    if (!(rate > 0)) {
      throw new IllegalArgumentException("lr=" + rate + ": expected a positive learning rate");
    }
    if (!(weightDecay >= 0)) {
      throw new IllegalArgumentException("weightDecay=" + weightDecay + ": expected zero or more");
    }
  }
}
