package dev.atoll.graph.generate;

import dev.atoll.graph.csr.EdgeSource;

/** Edges generated from the numbers {@code 0 … count − 1}; a number may give no edge or several. */
record NumberedEdges(long nodeCount, long count, EdgeMaker maker) implements EdgeSource {
  private static final long PER_CHUNK = 1 << 17;

  /** Generates the edges of one number into the sink; repeated calls give the same edges. */
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
