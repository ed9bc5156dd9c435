package dev.atoll.graph;

/**
 * A replayable supply of directed edges in numbered chunks: a generator, a file, a list. A chunk
 * gives the same edges in the same order each time it is asked, on any thread, so a graph is built
 * in two passes without holding the edges.
 */
public interface EdgeSource {
  long nodeCount();

  int chunkCount();

  void forEach(int chunk, EdgeSink sink);

  /** Takes one edge. */
  @FunctionalInterface
  interface EdgeSink {
    void accept(long source, long target);
  }
}
