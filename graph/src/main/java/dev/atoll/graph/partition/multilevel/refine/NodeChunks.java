package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.parallel.Parallel;

/** Cuts numbered nodes into chunks, which threads share out. */
record NodeChunks(int threads) {
  /** Nodes of a chunk. */
  static final int SIZE = 1 << 12;

  /**
   * Work on the nodes {@code from … to − 1}; a row object per thread is passed for reading them.
   */
  @FunctionalInterface
  interface Body {
    void accept(int from, int to, ArcRow row);
  }

  /** Runs a body on the nodes {@code 0 … count − 1}. */
  void forEach(int count, Body body) {
    Parallel.forEachRange(
        threads, count, SIZE, (from, to) -> body.accept((int) from, (int) to, new ArcRow()));
  }
}
