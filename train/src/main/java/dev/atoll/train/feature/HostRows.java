package dev.atoll.train.feature;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Matrices in host memory, to and from rows without padding. */
public final class HostRows {
  private HostRows() {}

  /** The rows one after the other. */
  public static MemorySegment pack(Matrix rows, Arena memory) {
    MemorySegment packed = memory.allocate(JAVA_FLOAT, (long) rows.rows() * rows.cols());
    long bytes = (long) rows.cols() * Float.BYTES;
    for (int r = 0; r < rows.rows(); r++) {
      MemorySegment.copy(rows.data(), r * rows.rowBytes(), packed, r * bytes, bytes);
    }
    return packed;
  }

  /** Fills a matrix from rows one after the other. */
  public static void unpack(MemorySegment packed, Matrix into) {
    long bytes = (long) into.cols() * Float.BYTES;
    for (int r = 0; r < into.rows(); r++) {
      MemorySegment.copy(packed, r * bytes, into.data(), r * into.rowBytes(), bytes);
    }
  }
}
