package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import java.util.function.IntUnaryOperator;

/**
 * Dense rows in host memory or in a mapped file.
 *
 * @param placeOf the row of the matrix that holds a stored row
 */
public record DenseStoredRows(Matrix matrix, int count, IntUnaryOperator placeOf)
    implements StoredRows {
  /** The rows of a matrix, in its order. */
  public DenseStoredRows(Matrix matrix) {
    this(matrix, matrix.rows(), IntUnaryOperator.identity());
  }

  @Override
  public int width() {
    return matrix.cols();
  }

  /** A mapped file is held by the page cache, which gives it back when memory runs short. */
  @Override
  public long heldBytes() {
    return matrix.data().isMapped() ? 0 : matrix.rows() * matrix.rowBytes();
  }

  private long offset(int row) {
    return placeOf.applyAsInt(row) * matrix.rowBytes();
  }

  @Override
  public void addTo(double[] sums, int row) {
    for (int c = 0; c < width(); c++) {
      sums[c] += matrix.data().get(JAVA_FLOAT, offset(row) + (long) c * Float.BYTES);
    }
  }

  @Override
  public void countTo(double[] elements, int row) {
    for (int c = 0; c < width(); c++) {
      elements[c]++;
    }
  }

  @Override
  public void copy(int row, RowSink into, int place) {
    switch (into) {
      case RowSink.Dense to ->
          MemorySegment.copy(
              matrix.data(),
              offset(row),
              to.matrix().data(),
              to.offset(place),
              (long) width() * Float.BYTES);
      case NonZeroRows to -> to.takeDense(place, matrix.data(), offset(row), width());
    }
  }

  @Override
  public long bytes(int row, RowWire wire) {
    return fixedBytes(wire);
  }

  @Override
  public long fixedBytes(RowWire wire) {
    return wire.codec().rowBytes(wire.elements());
  }

  @Override
  public long encode(int row, RowWire wire, MemorySegment to, long at) {
    if (wire.columns().areAll()) {
      wire.codec().encode(matrix.data(), offset(row), wire.elements(), to, at);
    } else {
      wire.columns().pick(matrix.data(), offset(row), wire.scratch());
      wire.codec().encode(wire.scratch(), 0, wire.elements(), to, at);
    }
    return at + bytes(row, wire);
  }

  @Override
  public long decode(MemorySegment from, long at, RowWire wire, RowSink into, int place) {
    switch (into) {
      case RowSink.Dense to -> decode(from, at, wire, to.matrix().data(), to.offset(place));
      case NonZeroRows to -> {
        MemorySegment row = MemorySegment.ofArray(new float[wire.width()]);
        decode(from, at, wire, row, 0);
        to.takeDense(place, row, 0, wire.width());
      }
    }
    return at + wire.codec().rowBytes(wire.elements());
  }

  private static void decode(
      MemorySegment from, long at, RowWire wire, MemorySegment into, long to) {
    if (wire.columns().areAll()) {
      wire.codec().decode(from, at, wire.elements(), into, to);
    } else {
      wire.codec().decode(from, at, wire.elements(), wire.scratch(), 0);
      wire.columns().spread(wire.scratch(), into, to, wire.width());
    }
  }
}
