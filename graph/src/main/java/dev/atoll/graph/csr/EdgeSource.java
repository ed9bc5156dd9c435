package dev.atoll.graph.csr;

/**
 * A replayable supply of directed edges in numbered chunks: a generator, a file, a list. A chunk
 * gives the same edges in the same order each time it is asked, on any thread, so a graph with more
 * edges than memory is built in several passes.
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
