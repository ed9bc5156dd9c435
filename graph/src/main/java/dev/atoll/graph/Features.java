package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The features of nodes: one row of numbers per node. */
public sealed interface Features {
  long rows();

  int width();

  /** Rows one after the other without padding, as in a {@code .npy} file. */
  record Dense(long rows, int width, Element element, MemorySegment data) implements Features {
    public Dense {
      if (data.byteSize() < rows * width * element.bytes()) {
        throw new IllegalArgumentException(
            "features: %d×%d elements of %s need %d bytes, the memory has %d"
                .formatted(rows, width, element, rows * width * element.bytes(), data.byteSize()));
      }
    }
  }

  /**
   * Bags of words and the like: for each row the columns that are not zero, ascending, and their
   * values.
   */
  record Sparse(
      long rows, int width, MemorySegment rowStarts, MemorySegment columns, MemorySegment values)
      implements Features {
    /**
     * Puts the entries of a row into a float32 row of zeros that starts at an element of the
     * memory.
     */
    public void copyRow(long row, MemorySegment into, long firstElement) {
      long end = rowStarts.get(JAVA_LONG_UNALIGNED, (row + 1) * Long.BYTES);
      for (long i = rowStarts.get(JAVA_LONG_UNALIGNED, row * Long.BYTES); i < end; i++) {
        int column = columns.get(JAVA_INT_UNALIGNED, i * Integer.BYTES);
        float value = values.get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES);
        into.set(JAVA_FLOAT_UNALIGNED, (firstElement + column) * Float.BYTES, value);
      }
    }
  }

  /** The storage type of a dense element. */
  enum Element {
    F32(4),
    F16(2),
    BF16(2);

    private final int bytes;

    Element(int bytes) {
      this.bytes = bytes;
    }

    public int bytes() {
      return bytes;
    }
  }
}
