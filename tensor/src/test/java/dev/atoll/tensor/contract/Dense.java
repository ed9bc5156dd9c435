package dev.atoll.tensor.contract;

/** A matrix of the host, for expectations. */
final class Dense {
  private final int rows;
  private final int cols;
  private final float[] elements;

  private Dense(int rows, int cols, float[] elements) {
    this.rows = rows;
    this.cols = cols;
    this.elements = elements;
  }

  int rows() {
    return rows;
  }

  int cols() {
    return cols;
  }

  /** The elements by rows; they may be changed. */
  float[] elements() {
    return elements;
  }

  /** A value per element. */
  @FunctionalInterface
  interface Cell {
    double at(int row, int col);
  }

  static Dense of(int rows, int cols, Cell cell) {
    float[] elements = new float[rows * cols];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = (float) cell.at(i / cols, i % cols);
    }
    return new Dense(rows, cols, elements);
  }

  double at(int row, int col) {
    return elements[row * cols + col];
  }

  /** {@code element + beta·this}. */
  Cell plus(double beta, Cell cell) {
    return (r, c) -> cell.at(r, c) + (beta == 0 ? 0 : beta * at(r, c));
  }
}
