package dev.atoll.tensor.cpu;

/** A range of rows and columns of a product's result, computed by one chunk. */
record ResultPanel(int row, int endRow, int column, int endColumn) {
  /**
   * Chunks for each thread at the end of a product. Threads are never equally fast: some share a
   * core, some come late from other work. The last to finish keeps all others waiting.
   */
  private static final int PER_THREAD = 4;

  /** Enough rows that packing the right operand again does not count. */
  private static final int LEAST_ROWS = 64;

  /** Whole panels of vectors of every width. */
  private static final int LEAST_COLUMNS = 32;

  /** The index of its first element in a matrix of this stride. */
  long elementOf(int stride) {
    return (long) row * stride + column;
  }

  /** A cut of a matrix into panels of equal size, smaller at the edges. */
  record Cut(int rows, int cols, int panelRows, int panelCols) {
    int panels() {
      return groups() * Math.ceilDiv(rows, panelRows);
    }

    private int groups() {
      return Math.ceilDiv(cols, panelCols);
    }

    ResultPanel panel(int number) {
      int row = number / groups() * panelRows;
      int column = number % groups() * panelCols;
      return new ResultPanel(
          row, Math.min(rows, row + panelRows), column, Math.min(cols, column + panelCols));
    }
  }

  static Cut whole(int rows, int cols) {
    return new Cut(rows, cols, rows, cols);
  }

  /** Cuts each of several results of one shape so far that every thread has enough panels. */
  static Cut cut(int rows, int cols, int results, int threads) {
    var cut = whole(rows, cols);
    while (results * cut.panels() < wanted(threads)) {
      int halfRows = half(cut.panelRows, LEAST_ROWS);
      int halfCols = half(cut.panelCols, LEAST_COLUMNS);
      if (halfRows < cut.panelRows) {
        cut = new Cut(rows, cols, halfRows, cut.panelCols);
      } else if (halfCols < cut.panelCols) {
        cut = new Cut(rows, cols, cut.panelRows, halfCols);
      } else {
        return cut;
      }
    }
    return cut;
  }

  /** The rows of panels that are as wide as the result. */
  static int rowsFor(int rows, int threads) {
    return Math.max(LEAST_ROWS, Math.ceilDiv(rows, wanted(threads)));
  }

  private static int wanted(int threads) {
    return threads == 1 ? 1 : PER_THREAD * threads;
  }

  /** Half of a size, in whole multiples of a least one. */
  private static int half(int size, int least) {
    return Math.min(size, Math.ceilDiv(size, 2 * least) * least);
  }
}
