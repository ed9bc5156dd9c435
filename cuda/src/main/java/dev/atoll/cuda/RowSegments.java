package dev.atoll.cuda;

import dev.atoll.cuda.driver.Arguments;
import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.Csr;

/**
 * Rows of many edges, cut into segments that are distributed over warps: the struct {@code
 * Segments}. The sums of a row's segments are stored separately and added in order, so that bits
 * are reproducible.
 *
 * @param segment edges of a segment, as in the program
 * @param sumBytes bytes of the sum of a segment
 * @param address start of {@link #bytes} bytes of memory
 */
record RowSegments(Launcher launcher, Csr a, int segment, long sumBytes, long address) {
  private static final int LONG_ROW_BYTES = 3 * Integer.BYTES;
  private static final int SEGMENT_BYTES = 2 * Integer.BYTES;
  private static final int ALIGNMENT = 256;

  /** Blocks per multiprocessor that stride over segments. */
  private static final int BLOCKS = 8;

  RowSegments at(long newAddress) {
    return new RowSegments(launcher, a, segment, sumBytes, newAddress);
  }

  /** Whether there can be rows of more than a segment. */
  boolean arePossible() {
    return longRows() > 0;
  }

  private long longRows() {
    return Math.min(a.rows(), a.nonZeros() / segment);
  }

  private long segments() {
    return longRows() + a.nonZeros() / segment;
  }

  private long longRowsAt() {
    return ALIGNMENT;
  }

  private long segmentsAt() {
    return aligned(longRowsAt() + longRows() * LONG_ROW_BYTES);
  }

  private long partialsAt() {
    return aligned(segmentsAt() + segments() * SEGMENT_BYTES);
  }

  /** Bytes of memory that are needed. */
  long bytes() {
    return aligned(partialsAt() + segments() * sumBytes);
  }

  /** Lists the segments, by the program's {@code listLongRows}. */
  void list(Program program) {
    if (arePossible()) {
      launcher.stream().clear(address, 2);
      write(launcher.arguments().integer(a.rows()).buffer(a.rowStart()));
      launcher.launch(program, "listLongRows", LaunchGrid.items(a.rows()));
    }
  }

  /** Blocks that stride over segments. */
  int blocks() {
    return arePossible() ? grid(segments()).blocks() : 0;
  }

  /** Warps that stride over the rows of many segments. */
  LaunchGrid gridOfRows() {
    return grid(longRows());
  }

  private LaunchGrid grid(long warps) {
    return LaunchGrid.warps(warps).atMost(BLOCKS * launcher.gpu().multiprocessors());
  }

  void write(Arguments arguments) {
    arguments
        .struct()
        .word(address)
        .word(address + longRowsAt())
        .word(address + segmentsAt())
        .word(address + partialsAt())
        .end();
  }

  static long aligned(long bytes) {
    return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
  }
}
