package dev.atoll.graph;

/** A replayable supply of directed edges that each have a weight. */
public interface WeightedEdgeSource extends EdgeSource {
  /** Gives the edges of a chunk, in the order of {@link #forEach}, with their weights. */
  void forEachWeighted(int chunk, WeightedEdgeSink sink);

  @Override
  default void forEach(int chunk, EdgeSink sink) {
    forEachWeighted(chunk, (source, target, _) -> sink.accept(source, target));
  }

  /** Takes one edge and its weight. */
  @FunctionalInterface
  interface WeightedEdgeSink {
    void accept(long source, long target, float weight);
  }
}
