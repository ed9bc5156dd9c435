package dev.atoll.train.store.embedding;

/**
 * Settings of learnable node embeddings, which the owners of the nodes store.
 *
 * @param width elements of a row
 * @param rate learning rate of the rows
 * @param decay added to a row's gradient as {@code decay·value}, when it has one
 */
public record EmbeddingSpec(int width, Update update, Rule rule, float rate, float decay) {
  /** The time at which a gradient updates its embedding. */
  public enum Update {
    /**
     * Updates once a step, with the gradients of all workers summed in the order of ranks:
     * reproducible.
     */
    ORDERED,
    /**
     * Applies each gradient as it arrives, without waiting for others: a run cannot be repeated to
     * the bit.
     */
    ASYNC
  }

  /** The optimizer of an embedding. */
  public enum Rule {
    ADAGRAD,
    ADAM
  }

  /** Creates settings without decay. */
  public EmbeddingSpec(int width, Update update, Rule rule, float rate) {
    this(width, update, rule, rate, 0);
  }

  public EmbeddingSpec {
    if (width < 1) {
      throw new IllegalArgumentException("embeddings.width=" + width + ": expected at least 1");
    }
    if (!(rate > 0)) {
      throw new IllegalArgumentException(
          "embeddings.lr=" + rate + ": expected a positive learning rate");
    }
    if (!(decay >= 0)) {
      throw new IllegalArgumentException("embeddings.decay=" + decay + ": expected zero or more");
    }
  }
}
