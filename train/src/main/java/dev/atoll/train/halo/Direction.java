package dev.atoll.train.halo;

/** Which way rows go. */
enum Direction {
  /** Rows from their owners to those who read them. */
  OUTWARD,
  /** Gradients from the readers to the owners. */
  HOMEWARD
}
