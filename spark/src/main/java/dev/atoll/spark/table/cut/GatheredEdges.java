package dev.atoll.spark.table.cut;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.csr.EdgeSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A growing off-heap list of edges, eight bytes each. */
final class GatheredEdges implements EdgeSource, AutoCloseable {
  private static final int PER_CHUNK = 1 << 20;

  private final long nodes;
  private final Arena arena = Arena.ofShared();
  private final List<MemorySegment> chunks = new ArrayList<>();
  private int inLast = PER_CHUNK;

  GatheredEdges(long nodes) {
    this.nodes = nodes;
  }

  void add(long source, long target) {
    if (inLast == PER_CHUNK) {
      chunks.add(arena.allocate(2L * PER_CHUNK * Integer.BYTES, Integer.BYTES));
      inLast = 0;
    }
    chunks.getLast().setAtIndex(JAVA_INT, 2L * inLast, Math.toIntExact(source));
    chunks.getLast().setAtIndex(JAVA_INT, 2L * inLast + 1, Math.toIntExact(target));
    inLast++;
  }

  @Override
  public long nodeCount() {
    return nodes;
  }

  @Override
  public int chunkCount() {
    return chunks.size();
  }

  @Override
  public void forEach(int chunk, EdgeSink sink) {
    MemorySegment edges = chunks.get(chunk);
    int count = chunk == chunks.size() - 1 ? inLast : PER_CHUNK;
    for (int e = 0; e < count; e++) {
      sink.accept(edges.getAtIndex(JAVA_INT, 2L * e), edges.getAtIndex(JAVA_INT, 2L * e + 1));
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
