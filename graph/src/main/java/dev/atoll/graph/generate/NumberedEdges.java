package dev.atoll.graph.generate;

import dev.atoll.graph.EdgeSource;

/** Edges made from their numbers {@code 0 … count − 1}; a number may give none or several. */
record NumberedEdges(long nodeCount, long count, EdgeMaker maker) implements EdgeSource {
  private static final long PER_CHUNK = 1 << 17;

  /** Gives the edges of one number to the sink; always the same ones. */
  @FunctionalInterface
  interface EdgeMaker {
    void make(long number, EdgeSink sink);
  }

  @Override
  public int chunkCount() {
    return Math.toIntExact(Math.ceilDiv(count, PER_CHUNK));
  }

  @Override
  public void forEach(int chunk, EdgeSink sink) {
    long end = Math.min(count, (chunk + 1) * PER_CHUNK);
    for (long number = chunk * PER_CHUNK; number < end; number++) {
      maker.make(number, sink);
    }
  }
}
