package dev.atoll.graph.sample;

/** Works on picks while others are still being made. */
interface PickConsumer {
  /**
   * Prepares some picks; on several threads, in any order.
   *
   * @return a number that {@link #finish} is given
   */
  int prepare(long fromEdge, int size);

  /** Finishes prepared picks; in their order, by one thread at a time. */
  void finish(long fromEdge, int prepared);
}
