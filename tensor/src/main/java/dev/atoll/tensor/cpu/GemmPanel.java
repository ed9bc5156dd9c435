package dev.atoll.tensor.cpu;

import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/**
 * A range of rows and columns of a matrix as {@link DType#F32}: in place, or in borrowed memory if
 * the matrix is of a 16-bit type. A panel is as large as a tile of a product, so that it is still
 * in a cache when it is multiplied.
 *
 * @param memory null if the elements are used in place
 */
record GemmPanel(
    Matrix matrix,
    int firstRow,
    int rows,
    int firstColumn,
    int cols,
    long address,
    int stride,
    ScratchMemory.Loan memory)
    implements AutoCloseable {

  /**
   * A panel to be written.
   *
   * @param reads whether its old elements are needed
   */
  static GemmPanel target(Matrix m, int fromRow, int toRow, boolean reads, ScratchMemory scratch) {
    return of(m, fromRow, toRow, 0, m.cols(), reads, scratch);
  }

  /** A panel to be read. */
  static GemmPanel of(
      Matrix m, int fromRow, int toRow, int fromColumn, int toColumn, ScratchMemory scratch) {
    return of(m, fromRow, toRow, fromColumn, toColumn, true, scratch);
  }

  private static GemmPanel of(
      Matrix m,
      int fromRow,
      int toRow,
      int fromColumn,
      int toColumn,
      boolean reads,
      ScratchMemory scratch) {
    int rows = toRow - fromRow;
    int cols = toColumn - fromColumn;
    if (!HalfRows.isHalf(m)) {
      long address = Operand.of(m).element(fromRow, fromColumn);
      return new GemmPanel(m, fromRow, rows, fromColumn, cols, address, m.stride(), null);
    }
    int stride = Matrix.strideFor(cols);
    var memory = scratch.borrow(4L * rows * stride);
    var part = new GemmPanel(m, fromRow, rows, fromColumn, cols, memory.address(), stride, memory);
    if (reads && part.isRun()) {
      HalfRows.widen(m.type(), part.place(0), part.row(0), rows * stride);
    } else if (reads) {
      for (int r = 0; r < rows; r++) {
        HalfRows.widen(m.type(), part.place(r), part.row(r), cols);
      }
    }
    return part;
  }

  /**
   * Whether the panel has the layout of the matrix, padding included, so that all rows are one run
   * of memory. The padding of a view may hold columns of another matrix: it is read, never written.
   */
  private boolean isRun() {
    long last = (firstRow + rows) * matrix.rowBytes();
    return cols == matrix.cols() && matrix.stride() == stride && last <= matrix.data().byteSize();
  }

  /** The address of a row's 16-bit elements in the matrix. */
  private long place(int row) {
    return Operand.of(matrix).row(firstRow + row) + 2L * firstColumn;
  }

  private long row(int row) {
    return address + 4L * row * stride;
  }

  /** The panel as a matrix of F32, of a panel that is no tile but the whole. */
  Matrix whole() {
    if (memory == null) {
      return matrix;
    }
    MemorySegment elements = memory.memory();
    return new Matrix(matrix.device(), rows, cols, stride, DType.F32, elements);
  }

  /** Rounds the elements and writes them to the matrix; does nothing if they are in place. */
  void write() {
    if (memory == null) {
      return;
    }
    if (isRun() && cols == stride) {
      HalfRows.narrow(DType.F32, row(0), matrix.type(), place(0), rows * stride);
      return;
    }
    for (int r = 0; r < rows; r++) {
      HalfRows.narrow(DType.F32, row(r), matrix.type(), place(r), cols);
    }
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
    }
  }
}
