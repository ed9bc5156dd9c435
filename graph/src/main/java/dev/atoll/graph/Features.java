package dev.atoll.graph;

import java.lang.foreign.MemorySegment;

/** What every node knows about itself: one row of numbers per node. */
public sealed interface Features {
  long rows();

  int width();

  /** Rows one after the other without padding, as in a {@code .npy} file. */
  record Dense(long rows, int width, Cell cell, MemorySegment data) implements Features {
    public Dense {
      if (data.byteSize() < rows * width * cell.bytes()) {
        throw new IllegalArgumentException(
            "features: %d×%d cells of %s need %d bytes, the memory has %d"
                .formatted(rows, width, cell, rows * width * cell.bytes(), data.byteSize()));
      }
    }
  }

  /**
   * Bags of words and the like: for each row the columns that are not zero, ascending, and their
   * values.
   */
  record Sparse(
      long rows, int width, MemorySegment rowStarts, MemorySegment columns, MemorySegment values)
      implements Features {}

  /** How a dense cell is stored. */
  enum Cell {
    F32(4),
    F16(2),
    BF16(2);

    private final int bytes;

    Cell(int bytes) {
      this.bytes = bytes;
    }

    public int bytes() {
      return bytes;
    }
  }
}
