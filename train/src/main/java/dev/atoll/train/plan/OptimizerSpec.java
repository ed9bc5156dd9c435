package dev.atoll.train.plan;

/**
 * The optimizer and its settings.
 *
 * <pre>{@code
 * OptimizerSpec optimizer = OptimizerSpec.adam(0.003f).weightDecay(5e-4f);
 * }</pre>
 *
 * @param rate the learning rate
 * @param weightDecay added to the gradient as {@code decay·value}; taken from the value directly by
 *     {@link Kind#ADAMW}
 */
public record OptimizerSpec(Kind kind, float rate, float weightDecay, float momentum) {
  /** The update rule. */
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

  /** Adam with a learning rate. */
  public static OptimizerSpec adam(float rate) {
    return new OptimizerSpec(Kind.ADAM, rate, 0, 0);
  }

  /** Adam with decoupled weight decay. */
  public static OptimizerSpec adamW(float rate, float weightDecay) {
    return new OptimizerSpec(Kind.ADAMW, rate, weightDecay, 0);
  }

  /** Stochastic gradient descent with momentum. */
  public static OptimizerSpec sgd(float rate, float momentum) {
    return new OptimizerSpec(Kind.SGD, rate, 0, momentum);
  }

  /** With another learning rate. */
  public OptimizerSpec rate(float newRate) {
    return new OptimizerSpec(kind, newRate, weightDecay, momentum);
  }

  /** With another weight decay. */
  public OptimizerSpec weightDecay(float decay) {
    return new OptimizerSpec(kind, rate, decay, momentum);
  }
}
