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
 * @param clip the largest norm of the gradient of all parameters together; 0 for any
 */
public record OptimizerSpec(Kind kind, float rate, float weightDecay, float momentum, float clip) {
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
    if (!(clip >= 0)) {
      throw new IllegalArgumentException("clip=" + clip + ": expected 0 (off) or more");
    }
  }

  /** Adam with a learning rate. */
  public static OptimizerSpec adam(float rate) {
    return new OptimizerSpec(Kind.ADAM, rate, 0, 0, 0);
  }

  /** Adam with decoupled weight decay. */
  public static OptimizerSpec adamW(float rate, float weightDecay) {
    return new OptimizerSpec(Kind.ADAMW, rate, weightDecay, 0, 0);
  }

  /** Stochastic gradient descent with momentum. */
  public static OptimizerSpec sgd(float rate, float momentum) {
    return new OptimizerSpec(Kind.SGD, rate, 0, momentum, 0);
  }

  /** A copy with another learning rate. */
  public OptimizerSpec rate(float newRate) {
    return new OptimizerSpec(kind, newRate, weightDecay, momentum, clip);
  }

  /** A copy with another weight decay. */
  public OptimizerSpec weightDecay(float decay) {
    return new OptimizerSpec(kind, rate, decay, momentum, clip);
  }

  /** A copy with gradients clipped at a norm. */
  public OptimizerSpec clip(float norm) {
    return new OptimizerSpec(kind, rate, weightDecay, momentum, norm);
  }
}
