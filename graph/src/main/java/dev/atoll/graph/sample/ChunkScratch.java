package dev.atoll.graph.sample;

/** What a thread needs while it picks for a chunk of rows; kept for the next chunk. */
final class ChunkScratch {
  private static final ThreadLocal<ChunkScratch> OF_THREAD =
      ThreadLocal.withInitial(ChunkScratch::new);

  final UniformDraw uniform = new UniformDraw();
  private long[] edges = new long[1024];

  private ChunkScratch() {}

  static ChunkScratch ofThread() {
    return OF_THREAD.get();
  }

  /** Room for the places of so many edges in the graph. */
  long[] edges(int count) {
    if (edges.length < count) {
      edges = new long[count + count / 4];
    }
    return edges;
  }
}
