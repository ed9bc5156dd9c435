package dev.atoll.cuda;

import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;

/**
 * The work of a warp on the columns of a sparse product: the macros of {@code spmm.cu}.
 *
 * @param vector elements that a lane loads at once
 * @param lanes lanes that share a row of x
 * @param units loads of a lane per row of x
 * @param tiles how often that must be done to reach all columns
 */
record SpmmShape(DType type, int vector, int lanes, int units, int tiles, boolean heads) {
  /** Rows of more edges are shared by the warps of a block. */
  static final int LONG = 1024;

  /** As many as fit into registers. */
  private static final int MOST_UNITS = 5;

  /**
   * @param headWidth columns of a head, or 0 for no heads
   */
  static SpmmShape of(Matrix x, Matrix out, int headWidth) {
    boolean four =
        Launcher.areAligned(x, out) && out.cols() > 1 && headWidth % Launcher.VECTOR == 0;
    int vector = four ? Launcher.VECTOR : 1;
    int loads = Math.ceilDiv(out.cols(), vector);
    int lanes = Math.min(LaunchGrid.WARP, Math.max(1, Integer.highestOneBit(2 * loads - 1)));
    int needed = Math.ceilDiv(loads, lanes);
    int units = needed > MOST_UNITS ? MOST_UNITS - 1 : needed;
    return new SpmmShape(
        x.type(), vector, lanes, units, Math.ceilDiv(needed, units), headWidth > 0);
  }

  Program program() {
    return Program.of(
        "spmm.cu",
        "CELL=" + ElementType.nameOf(type),
        "VECTOR=" + vector,
        "LANES=" + lanes,
        "UNITS=" + units,
        "HEADS=" + (heads ? 1 : 0),
        "LONG=" + LONG);
  }
}
