package dev.atoll.graph.csr;

import dev.atoll.graph.EdgeData;

/**
 * A replayable supply of directed edges with numbers, by which their {@link EdgeData} are found.
 */
public interface NumberedEdgeSource extends EdgeSource {
  /** A bound on the numbers of edges: all are smaller. */
  long numberBound();

  /** Gives the edges of a chunk, in the order of {@link #forEach}, with their numbers. */
  void forEachNumbered(int chunk, NumberedEdgeSink sink);

  @Override
  default void forEach(int chunk, EdgeSink sink) {
    forEachNumbered(chunk, (source, target, _) -> sink.accept(source, target));
  }

  /** Edges without data, which all have the number 0. */
  static NumberedEdgeSource of(EdgeSource edges) {
    return new NumberedEdgeSource() {
      @Override
      public long nodeCount() {
        return edges.nodeCount();
      }

      @Override
      public int chunkCount() {
        return edges.chunkCount();
      }

      @Override
      public long numberBound() {
        return 1;
      }

      @Override
      public void forEachNumbered(int chunk, NumberedEdgeSink sink) {
        edges.forEach(chunk, (source, target) -> sink.accept(source, target, 0));
      }
    };
  }

  /** Takes one edge and its number. */
  @FunctionalInterface
  interface NumberedEdgeSink {
    void accept(long source, long target, long number);
  }
}
