package dev.atoll.comm;

/** The services that workers offer each other through {@link Requests}, with their numbers. */
public enum Service {
  /** Feature rows of the nodes that a worker owns. */
  FEATURE_ROWS(1),

  /** Sampled neighbours, drawn uniformly. */
  NEIGHBORS(2),

  /** Rows of learnable embeddings. */
  EMBEDDING_ROWS(3),

  /** Gradients of learnable embeddings, applied by the owner of the row. */
  EMBEDDING_GRADIENTS(4),

  /** Memory for the halo rows of a worker's layers; offered inside a process, never asked for. */
  HALO_ROWS(5),

  /** Rows of nodes between two layers, at inference. */
  HIDDEN_ROWS(6),

  /** Sampled neighbours, drawn by importance weights from explanations. */
  GUIDED_NEIGHBORS(12),

  /** Sampled neighbours, drawn by the weights of edges. */
  WEIGHTED_NEIGHBORS(13),

  /** Sampled neighbours, drawn with a bias towards local nodes; one service per group and layer. */
  LOCALITY_NEIGHBORS(16);

  private final int number;

  Service(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /**
   * The number on the wire of a service that each layer, and each group of devices, has for itself;
   * from 0.
   */
  public int number(int layer) {
    if (this != LOCALITY_NEIGHBORS) {
      throw new IllegalStateException("service %s is not numbered by layer".formatted(this));
    }
    return number + layer;
  }
}
