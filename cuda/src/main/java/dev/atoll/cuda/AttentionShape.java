package dev.atoll.cuda;

import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;

/**
 * The work of a warp on the heads of a row: the macros of {@code attention.cu}.
 *
 * @param type of rows
 * @param vector elements that a lane loads at once
 * @param lanes lanes that share a head
 * @param units loads of a lane per head
 * @param heads side by side; others are left to other launches
 */
record AttentionShape(DType type, int vector, int lanes, int units, int heads) {
  /** The most heads a warp computes: limited by the shared memory for the values of its edges. */
  private static final int MOST_HEADS = 16;

  /**
   * The shape with all heads of a row that fit a warp. If rows are read often and do not fit the
   * cache, the shape with as many heads as fit it with all rows, unless not even one does.
   *
   * @param x the matrix whose rows are read by edge
   * @param others the matrices whose rows are read or written in order
   */
  static AttentionShape of(int allHeads, long edges, long cacheBytes, Matrix x, Matrix... others) {
    int width = x.cols() / allHeads;
    int vector = vector(width, x, others);
    int loads = Math.ceilDiv(width, vector);
    int lanes = Math.min(LaunchGrid.WARP, powerAbove(loads));
    int most = Math.min(MOST_HEADS, Math.min(powerAbove(allHeads), LaunchGrid.WARP / lanes));
    int heads = most;
    double headBytes = (double) width * x.type().bytes();
    if (SpmmShape.isReadOften(x, edges)) {
      while (heads > 1
          && headBytes * heads >= 2 * SpmmShape.LEAST_TILE_BYTES
          && !SpmmShape.fitsCache(headBytes * heads * x.rows(), cacheBytes)) {
        heads /= 2;
      }
      if (!SpmmShape.fitsCache(headBytes * heads * x.rows(), cacheBytes)) {
        heads = most;
      }
    }
    return new AttentionShape(x.type(), vector, lanes, Math.ceilDiv(loads, lanes), heads);
  }

  private static int vector(int width, Matrix x, Matrix... others) {
    for (int v = SpmmShape.VECTOR_BYTES / x.type().bytes(); v >= Launcher.VECTOR; v /= 2) {
      if (width % v == 0 && Launcher.areAligned(v, x) && Launcher.areAligned(v, others)) {
        return v;
      }
    }
    return 1;
  }

  /** The first power of two that is not below. */
  private static int powerAbove(int count) {
    return Integer.highestOneBit(2 * count - 1);
  }

  /** Bytes of the sums of a launch for one row. */
  long sumBytes() {
    return (long) lanes * heads * units * vector * Float.BYTES;
  }

  Program program(boolean backward) {
    return Program.of(
        "attention.cu",
        "ELEMENT=" + ElementType.nameOf(type),
        "VECTOR=" + vector,
        "LANES=" + lanes,
        "UNITS=" + units,
        "HEADS=" + heads,
        "BACKWARD=" + (backward ? 1 : 0),
        "SEGMENT=" + SpmmShape.SEGMENT);
  }
}
