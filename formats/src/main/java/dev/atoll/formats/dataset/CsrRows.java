package dev.atoll.formats.dataset;

import dev.atoll.formats.npy.NpyArray;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.WeightedEdgeSource;
import dev.atoll.graph.build.CsrOptions;
import dev.atoll.graph.build.EdgeOutOfRangeException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Edges of an adjacency matrix in CSR form: row v lists the in-neighbours of v. Entries of weight 0
 * are left out.
 */
public final class CsrRows implements WeightedEdgeSource {
  private static final long PER_CHUNK = 1 << 14;

  private final NpyArray indices;
  private final long rows;
  private final LongUnaryOperator starts;
  private final LongUnaryOperator columns;
  private final Optional<ArrayWeights> weights;

  /**
   * The rows of two arrays.
   *
   * @param weights one per entry of the indices
   */
  public CsrRows(NpyArray indptr, NpyArray indices, Optional<ArrayWeights> weights) {
    this.indices = indices;
    this.rows = indptr.require(-1).size(0) - 1;
    this.starts = indptr.longs();
    this.columns = indices.require(-1).longs();
    this.weights = weights;
    weights.ifPresent(given -> given.requireCount(indices.size(0)));
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
  public void forEach(int chunk, EdgeSink sink) {
    if (weights.isPresent()) {
      forEachWeighted(chunk, (source, target, _) -> sink.accept(source, target));
      return;
    }
    long last = Math.min(rows, (chunk + 1) * PER_CHUNK);
    for (long row = chunk * PER_CHUNK; row < last; row++) {
      long end = starts.applyAsLong(row + 1);
      for (long i = starts.applyAsLong(row); i < end; i++) {
        sink.accept(columns.applyAsLong(i), row);
      }
    }
  }

  @Override
  public void forEachWeighted(int chunk, WeightedEdgeSink sink) {
    ArrayWeights given = weights.orElseThrow();
    long last = Math.min(rows, (chunk + 1) * PER_CHUNK);
    for (long row = chunk * PER_CHUNK; row < last; row++) {
      long end = starts.applyAsLong(row + 1);
      for (long i = starts.applyAsLong(row); i < end; i++) {
        float weight = given.of(i);
        if (weight > 0) {
          sink.accept(columns.applyAsLong(i), row, weight);
        }
      }
    }
  }

  public void write(DatasetWriter writer, CsrOptions options) throws IOException {
    try {
      CsrGraph graph = writer.graph(this, options);
      if (weights.isPresent()) {
        writer.edgeWeights(graph, this, options.symmetrize(), weights.get().zeros());
      }
    } catch (EdgeOutOfRangeException e) {
      throw new BadDataException(indices.origin() + ": " + e.getMessage(), e);
    }
  }
}
