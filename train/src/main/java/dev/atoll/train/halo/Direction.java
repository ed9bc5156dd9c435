package dev.atoll.train.halo;

/** The direction in which rows travel. */
public enum Direction {
  /** Embeddings, from their owners to the workers that read them. */
  FORWARD,
  /** Gradients of embeddings, from the readers to the owners. */
  BACKWARD
}
