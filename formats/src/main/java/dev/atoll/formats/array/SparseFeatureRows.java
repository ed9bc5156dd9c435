package dev.atoll.formats.array;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Features;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/**
 * Sparse features as SciPy's CSR matrices hold them, in any numeric type and with the columns of a
 * row in any order.
 */
public record SparseFeatureRows(
    NpyArray indptr, NpyArray indices, NpyArray values, long rows, int width) {
  public static SparseFeatureRows of(
      NpyArray indptr, NpyArray indices, NpyArray values, int width) {
    long rows = indptr.require(-1).size(0) - 1;
    LongUnaryOperator starts = indptr.longs();
    long nonZeros = indices.require(-1).size(0);
    values.require(nonZeros);
    SizeLimits.width(indices.origin(), width, nonZeros);
    for (long row = 0; row < rows; row++) {
      if (starts.applyAsLong(row) < 0 || starts.applyAsLong(row) > starts.applyAsLong(row + 1)) {
        throw BadDataException.at(indptr.origin(), "row %d ends before it starts".formatted(row));
      }
    }
    if (rows < 0 || starts.applyAsLong(rows) != nonZeros) {
      throw BadDataException.at(
          indptr.origin(), "does not end with the number of entries, %d".formatted(nonZeros));
    }
    return new SparseFeatureRows(indptr, indices, values, rows, width);
  }

  /** A copy with ascending columns; entries of the same column are added up. */
  public Features.Sparse sorted(SegmentAllocator memory) {
    long nonZeros = indices.size(0);
    MemorySegment starts = memory.allocate(JAVA_LONG, rows + 1);
    MemorySegment columns = memory.allocate(JAVA_INT, nonZeros);
    MemorySegment weights = memory.allocate(JAVA_FLOAT, nonZeros);
    LongUnaryOperator start = indptr.longs();
    var row = new Row();
    long next = 0;
    for (long r = 0; r < rows; r++) {
      row.load(start.applyAsLong(r), start.applyAsLong(r + 1));
      next = row.store(columns, weights, next);
      starts.setAtIndex(JAVA_LONG, r + 1, next);
    }
    return new Features.Sparse(
        rows,
        width,
        starts,
        columns.asSlice(0, next * Integer.BYTES),
        weights.asSlice(0, next * Float.BYTES));
  }

  /**
   * One row: each key has the column in its high half and the index of the entry in its low half.
   */
  private final class Row {
    private final LongUnaryOperator column = indices.longs();
    private final LongToDoubleFunction value = values.doubles();
    private long[] keys = new long[64];
    private long first;
    private int size;

    void load(long from, long to) {
      first = from;
      if (to - from > Integer.MAX_VALUE) {
        throw BadDataException.at(
            indptr.origin(),
            "%d entries in one row; expected at most 2^31 - 1".formatted(to - from));
      }
      size = (int) (to - from);
      if (keys.length < size) {
        keys = new long[size];
      }
      for (int i = 0; i < size; i++) {
        keys[i] = column(from + i) << 32 | i;
      }
      Arrays.sort(keys, 0, size);
    }

    private long column(long entry) {
      long found = column.applyAsLong(entry);
      if (found < 0 || found >= width) {
        throw BadDataException.at(
            indices.origin(),
            "entry %d is column %d; expected 0 to %d".formatted(entry, found, width - 1));
      }
      return found;
    }

    long store(MemorySegment columns, MemorySegment out, long from) {
      long next = from;
      for (int i = 0; i < size; i++) {
        boolean again = i > 0 && keys[i] >> 32 == keys[i - 1] >> 32;
        next += again ? 0 : 1;
        float before = again ? out.getAtIndex(JAVA_FLOAT, next - 1) : 0;
        float weight = (float) value.applyAsDouble(first + (int) keys[i]);
        columns.setAtIndex(JAVA_INT, next - 1, (int) (keys[i] >> 32));
        out.setAtIndex(JAVA_FLOAT, next - 1, before + weight);
      }
      return next;
    }
  }
}
