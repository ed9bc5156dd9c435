package dev.atoll.formats.array;

import dev.atoll.formats.npy.NpyArray;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.EdgeData;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Edges of an adjacency matrix in CSR form: row v lists the in-neighbours of v. Entries of weight 0
 * are left out.
 */
public final class CsrRows implements ArrayEdges {
  private static final long PER_CHUNK = 1 << 14;

  private final NpyArray indices;
  private final long rows;
  private final LongUnaryOperator starts;
  private final LongUnaryOperator columns;
  private final EdgeData data;

  /**
   * The rows of two arrays.
   *
   * @param weights one per entry of the indices
   * @param memory for the weights
   */
  public CsrRows(
      NpyArray indptr, NpyArray indices, Optional<NpyArray> weights, SegmentAllocator memory) {
    this.indices = indices;
    this.rows = indptr.require(-1).size(0) - 1;
    this.starts = indptr.longs();
    this.columns = indices.require(-1).longs();
    this.data = WeightColumn.read(weights, indices.size(0), memory);
    for (long row = 0; row < rows; row++) {
      if (starts.applyAsLong(row) > starts.applyAsLong(row + 1)) {
        throw BadDataException.at(indptr.origin(), "row %d ends before it starts".formatted(row));
      }
    }
    if (rows < 0 || starts.applyAsLong(0) != 0 || starts.applyAsLong(rows) != indices.size(0)) {
      throw BadDataException.at(
          indptr.origin(), "does not run from 0 to the number of edges, " + indices.size(0));
    }
  }

  @Override
  public long nodeCount() {
    return rows;
  }

  @Override
  public int chunkCount() {
    return Math.toIntExact(Math.ceilDiv(rows, PER_CHUNK));
  }

  @Override
  public long numberBound() {
    return indices.size(0);
  }

  @Override
  public void forEachNumbered(int chunk, NumberedEdgeSink sink) {
    long last = Math.min(rows, (chunk + 1) * PER_CHUNK);
    for (long row = chunk * PER_CHUNK; row < last; row++) {
      long end = starts.applyAsLong(row + 1);
      for (long i = starts.applyAsLong(row); i < end; i++) {
        if (data.weight(i) != 0) {
          sink.accept(columns.applyAsLong(i), row, i);
        }
      }
    }
  }

  @Override
  public NpyArray ends() {
    return indices;
  }

  @Override
  public EdgeData data() {
    return data;
  }

  /** Every node has a row. */
  @Override
  public void checkNodes(long rows) {}
}
