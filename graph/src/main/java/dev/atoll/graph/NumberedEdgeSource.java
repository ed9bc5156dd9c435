package dev.atoll.graph;

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

  /** Takes one edge and its number. */
  @FunctionalInterface
  interface NumberedEdgeSink {
    void accept(long source, long target, long number);
  }
}
