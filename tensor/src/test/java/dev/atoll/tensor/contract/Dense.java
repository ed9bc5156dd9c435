package dev.atoll.tensor.contract;

/** A matrix of the host, for expectations. */
final class Dense {
  private final int rows;
  private final int cols;
  private final float[] cells;

  private Dense(int rows, int cols, float[] cells) {
    this.rows = rows;
    this.cols = cols;
    this.cells = cells;
  }

  int rows() {
    return rows;
  }

  int cols() {
    return cols;
  }

  /** The cells by rows; they may be changed. */
  float[] cells() {
    return cells;
  }

  /** A value per cell. */
  @FunctionalInterface
  interface Cell {
    double at(int row, int col);
  }

  static Dense of(int rows, int cols, Cell cell) {
    float[] cells = new float[rows * cols];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = (float) cell.at(i / cols, i % cols);
    }
    return new Dense(rows, cols, cells);
  }

  double at(int row, int col) {
    return cells[row * cols + col];
  }

  /** {@code cell + beta·this}. */
  Cell plus(double beta, Cell cell) {
    return (r, c) -> cell.at(r, c) + (beta == 0 ? 0 : beta * at(r, c));
  }
}
