package dev.atoll.train.batch;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.train.store.NonZeroRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A sparse matrix in host memory, to be uploaded to a device.
 *
 * @param rowStart int64, {@code rows + 1}
 * @param column int32, one per non-zero
 * @param value float32, one per non-zero, or null for ones
 */
public record HostCsr(
    int rows, int cols, MemorySegment rowStart, MemorySegment column, MemorySegment value) {
  /** The non-zeros of feature rows. */
  public static HostCsr of(NonZeroRows rows, int width, Arena memory) {
    long[] start = new long[rows.rows() + 1];
    int[] column = new int[rows.nonZeros()];
    float[] value = new float[rows.nonZeros()];
    for (int r = 0; r < rows.rows(); r++) {
      rows.copy(r, column, value, (int) start[r]);
      start[r + 1] = start[r] + rows.nonZeros(r);
    }
    return new HostCsr(
        rows.rows(),
        width,
        memory.allocateFrom(JAVA_LONG, start),
        memory.allocateFrom(JAVA_INT, column),
        memory.allocateFrom(JAVA_FLOAT, value));
  }

  public long nonZeros() {
    return start(rows);
  }

  /** The index of a row's first non-zero. */
  public long start(long row) {
    return rowStart.getAtIndex(JAVA_LONG, row);
  }

  public int columnOf(long nonZero) {
    return column.getAtIndex(JAVA_INT, nonZero);
  }

  /** The first rows, whose non-zeros must all be in the first columns. */
  public HostCsr prefix(int newRows, int newCols) {
    return new HostCsr(
        newRows, newCols, rowStart.asSlice(0, (newRows + 1L) * Long.BYTES), column, value);
  }

  /** The non-zeros in columns {@code [from, to)}, which become columns {@code [0, to − from)}. */
  public HostCsr columns(int from, int to, Arena memory) {
    MemorySegment starts = memory.allocate(JAVA_LONG, rows + 1L);
    MemorySegment columns = memory.allocate(JAVA_INT, Math.max(1, nonZeros()));
    long at = 0;
    for (int r = 0; r < rows; r++) {
      for (long e = start(r); e < start(r + 1L); e++) {
        int c = columnOf(e);
        if (c >= from && c < to) {
          columns.setAtIndex(JAVA_INT, at++, c - from);
        }
      }
      starts.setAtIndex(JAVA_LONG, r + 1L, at);
    }
    return new HostCsr(rows, to - from, starts, columns.asSlice(0, at * Integer.BYTES), null);
  }

  /** A value for every non-zero. */
  @FunctionalInterface
  public interface Weigher {
    float weight(int row, int column);
  }

  public HostCsr weighted(Weigher weigher, Arena memory) {
    MemorySegment values = memory.allocate(JAVA_FLOAT, Math.max(1, nonZeros()));
    for (int r = 0; r < rows; r++) {
      for (long e = start(r); e < start(r + 1L); e++) {
        values.setAtIndex(JAVA_FLOAT, e, weigher.weight(r, columnOf(e)));
      }
    }
    return new HostCsr(rows, cols, rowStart, column, values);
  }

  /** Whether the same non-zeros are there, in the same order. */
  public boolean samePattern(HostCsr other) {
    return rows == other.rows
        && nonZeros() == other.nonZeros()
        && rowStart.mismatch(other.rowStart) < 0
        && column
                .asSlice(0, nonZeros() * Integer.BYTES)
                .mismatch(other.column.asSlice(0, nonZeros() * Integer.BYTES))
            < 0;
  }

  /** The transpose, its non-zeros in the order of rows. */
  public HostCsr transposed(Arena memory) {
    return transposed(memory, null);
  }

  /** The transpose and, for each of its non-zeros, the one of this matrix that it came from. */
  public record WithEdges(HostCsr csr, MemorySegment edgeOf) {}

  /**
   * The transpose with the index of each edge in this matrix; there must be at most 2³¹ − 1 edges.
   */
  public WithEdges transposedWithEdges(Arena memory) {
    if (nonZeros() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "%d edges; at most %d can have values that are computed, as attention has"
              .formatted(nonZeros(), Integer.MAX_VALUE));
    }
    MemorySegment edgeOf = memory.allocate(JAVA_INT, nonZeros());
    return new WithEdges(transposed(memory, edgeOf), edgeOf);
  }

  private HostCsr transposed(Arena memory, MemorySegment edgeOf) {
    long count = nonZeros();
    MemorySegment start = memory.allocate(JAVA_LONG, cols + 1L);
    for (long e = 0; e < count; e++) {
      long next = columnOf(e) + 1L;
      start.setAtIndex(JAVA_LONG, next, start.getAtIndex(JAVA_LONG, next) + 1);
    }
    for (long c = 0; c < cols; c++) {
      start.setAtIndex(
          JAVA_LONG, c + 1, start.getAtIndex(JAVA_LONG, c + 1) + start.getAtIndex(JAVA_LONG, c));
    }
    MemorySegment cursor = memory.allocate(JAVA_LONG, cols + 1L).copyFrom(start);
    MemorySegment rowOf = memory.allocate(JAVA_INT, count);
    MemorySegment valueOf = value == null ? null : memory.allocate(JAVA_FLOAT, count);
    for (int r = 0; r < rows; r++) {
      long end = start(r + 1L);
      for (long e = start(r); e < end; e++) {
        int c = columnOf(e);
        long at = cursor.getAtIndex(JAVA_LONG, c);
        cursor.setAtIndex(JAVA_LONG, c, at + 1);
        rowOf.setAtIndex(JAVA_INT, at, r);
        if (edgeOf != null) {
          edgeOf.setAtIndex(JAVA_INT, at, (int) e);
        }
        if (value != null) {
          valueOf.setAtIndex(JAVA_FLOAT, at, value.getAtIndex(JAVA_FLOAT, e));
        }
      }
    }
    return new HostCsr(cols, rows, start, rowOf, valueOf);
  }
}
