package dev.atoll.tensor;

import java.lang.foreign.MemorySegment;

/**
 * A dense matrix on one device, row-major, its rows padded so that none straddles a cache line
 * needlessly. The header is immutable; the elements are not.
 *
 * <pre>
 *   row 0   | c0 c1 … c(cols−1) | padding to stride |
 *   row 1   | …
 * </pre>
 *
 * Padding elements may be written by any kernel and are never read into a result.
 *
 * @param stride elements from one row to the next; {@link #strideFor} for allocated matrices,
 *     larger for views of columns
 */
public record Matrix(
    Device device, int rows, int cols, int stride, DType type, MemorySegment data) {
  /** Rows of whole lanes: 64 bytes of {@link DType#F32}. */
  public static final int LANE_ELEMENTS = 16;

  public Matrix {
    if (rows < 0 || cols < 0 || stride < cols) {
      throw new IllegalArgumentException(
          "rows=" + rows + " cols=" + cols + " stride=" + stride + ": not a matrix");
    }
    long needed = rows == 0 ? 0 : ((rows - 1L) * stride + cols) * type.bytes();
    if (data.byteSize() < needed) {
      throw new IllegalArgumentException(
          "%d × %d elements of %s with stride %d need %d bytes, the memory has %d"
              .formatted(rows, cols, type, stride, needed, data.byteSize()));
    }
  }

  /**
   * The padded width of an allocated matrix: a multiple of {@link #LANE_ELEMENTS}, or the next
   * power of two for narrow ones, so that a column of attention scores does not grow sixteen-fold.
   */
  public static int strideFor(int cols) {
    if (cols <= LANE_ELEMENTS / 2) {
      return cols <= 1 ? 1 : Integer.highestOneBit(cols - 1) << 1;
    }
    return Math.ceilDiv(cols, LANE_ELEMENTS) * LANE_ELEMENTS;
  }

  /** The bytes of an allocated matrix of this shape, padding included. */
  public static long bytesFor(int rows, int cols, DType type) {
    return (long) rows * strideFor(cols) * type.bytes();
  }

  /** Bytes from one row to the next. */
  public long rowBytes() {
    return (long) stride * type.bytes();
  }

  /** Bytes of the elements without padding: the length of a packed copy in host memory. */
  public long packedBytes() {
    return (long) rows * cols * type.bytes();
  }

  /** Refuses host memory that is not of the length of a packed copy. */
  public void requirePacked(MemorySegment packed) {
    if (packed.byteSize() != packedBytes()) {
      throw new IllegalArgumentException(
          "host memory of %d bytes for a copy of %s: expected %d bytes, %d for each element"
              .formatted(packed.byteSize(), this, packedBytes(), type.bytes()));
    }
  }

  /**
   * Whether rows follow each other with {@link #strideFor}'s padding, so that the elements are one
   * flat run.
   */
  public boolean isWhole() {
    return stride == strideFor(cols);
  }

  /** A view of rows {@code [from, to)}. */
  public Matrix rowsView(int from, int to) {
    if (from < 0 || to < from || to > rows) {
      throw new IndexOutOfBoundsException("rows [" + from + ", " + to + ") of " + rows);
    }
    long begin = from * rowBytes();
    long end = Math.min(data.byteSize(), to * rowBytes());
    return new Matrix(
        device,
        to - from,
        cols,
        stride,
        type,
        data.asSlice(Math.min(begin, end), Math.max(0, end - begin)));
  }

  /**
   * A view of columns {@code [from, to)}; fastest when {@code from} is a multiple of {@link
   * #LANE_ELEMENTS}.
   */
  public Matrix columnsView(int from, int to) {
    if (from < 0 || to < from || to > cols) {
      throw new IndexOutOfBoundsException("columns [" + from + ", " + to + ") of " + cols);
    }
    long begin = Math.min(data.byteSize(), (long) from * type.bytes());
    return new Matrix(device, rows, to - from, stride, type, data.asSlice(begin));
  }

  /** "rows×cols", for error messages. */
  public String shape() {
    return rows + "×" + cols;
  }

  @Override
  public String toString() {
    return shape() + " " + type + " on " + device;
  }
}
