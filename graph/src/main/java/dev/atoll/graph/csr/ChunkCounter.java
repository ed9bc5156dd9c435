package dev.atoll.graph.csr;

import dev.atoll.graph.csr.NumberedEdgeSource.NumberedEdgeSink;

/** Counts and checks the edges of a chunk and passes on the edges before the first bad one. */
final class ChunkCounter {
  private final long nodeCount;
  private long count;
  private long badEdge = -1;
  private long badSource;
  private long badTarget;

  ChunkCounter(long nodeCount) {
    this.nodeCount = nodeCount;
  }

  /** Counts and checks the edges that the next sink then receives. */
  NumberedEdgeSink before(NumberedEdgeSink next) {
    return (source, target, number) -> {
      if (isNode(source) && isNode(target)) {
        if (badEdge < 0) {
          next.accept(source, target, number);
        }
      } else if (badEdge < 0) {
        badEdge = count;
        badSource = source;
        badTarget = target;
      }
      count++;
    };
  }

  private boolean isNode(long id) {
    return id >= 0 && id < nodeCount;
  }

  /** The counts of all chunks, or an error for the first bad edge among them. */
  static long[] checkedCounts(ChunkCounter[] chunks) {
    long[] counts = new long[chunks.length];
    long before = 0;
    for (int i = 0; i < chunks.length; i++) {
      ChunkCounter chunk = chunks[i];
      if (chunk.badEdge >= 0) {
        throw new EdgeOutOfRangeException(
            before + chunk.badEdge, chunk.badSource, chunk.badTarget, chunk.nodeCount);
      }
      counts[i] = chunk.count;
      before += chunk.count;
    }
    return counts;
  }

  /** A source that changes between the passes would leave holes or overwrite rows. */
  void requireSame(int chunk, long counted) {
    if (count != counted || badEdge >= 0) {
      throw new IllegalStateException(
          "chunk %d gave %d edges at first and %d edges when asked again"
              .formatted(chunk, counted, count));
    }
  }
}
