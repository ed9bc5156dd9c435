package dev.atoll.graph.sample.draw;

import dev.atoll.graph.RowSlice;
import java.util.function.IntPredicate;

/** The working memory of a thread that picks for a chunk of rows; reused for the next chunk. */
public final class ChunkScratch {
  private static final ThreadLocal<ChunkScratch> OF_THREAD =
      ThreadLocal.withInitial(ChunkScratch::new);

  public final UniformDraw uniform = new UniformDraw();
  final WeightedDraw byWeight = new WeightedDraw();
  private long[] edges = new long[1024];
  private int[] positions = new int[1024];

  private ChunkScratch() {}

  public static ChunkScratch ofThread() {
    return OF_THREAD.get();
  }

  /** An array for the indices of edges in the graph. */
  public long[] edges(int count) {
    if (edges.length < count) {
      edges = new long[count + count / 4];
    }
    return edges;
  }

  /**
   * Lists the positions of a row's preferred neighbours, then of the others.
   *
   * @return the number of preferred neighbours
   */
  int split(RowSlice rows, long start, int degree, IntPredicate favoured) {
    if (positions.length < degree) {
      positions = new int[degree + degree / 4];
    }
    int near = 0;
    int far = degree;
    for (int i = 0; i < degree; i++) {
      boolean isNear = favoured.test(rows.source(start + i));
      positions[isNear ? near++ : --far] = i;
    }
    return near;
  }

  /** An element of the list of positions. */
  int position(int index) {
    return positions[index];
  }

  /** Replaces indices into the list of positions by the edges there. */
  void toPositions(long start, long[] indices, int at, int count) {
    for (int i = at; i < at + count; i++) {
      indices[i] = start + positions[(int) indices[i]];
    }
  }
}
