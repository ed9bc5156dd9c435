package dev.atoll.cuda;

import dev.atoll.cuda.driver.Gpu;
import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.Matrix;

/**
 * Large products of F32 matrices on tensor cores, as accurate as sums of floats: every element is
 * split into three bf16 terms, and the six largest products of terms are added ({@code
 * products.cu}). For the Hopper architecture only; small and narrow products are left to cuBLAS.
 */
final class SplitProducts {
  static final Program PRODUCTS = Program.of("products.cu").withOwnInstructions();

  /** The macros of {@code products.cu}. */
  private static final int TILE_ROWS = 64;

  private static final int TILE_COLS = 128;
  private static final int CHUNK = 32;
  private static final int STEP = 16;
  private static final int PARTS = 3;
  private static final int STAGES = 3;
  private static final int THREADS = 256;

  /** Bytes of the terms of one inner index of a tile. */
  private static final int INDEX_BYTES = PARTS * TILE_COLS * Short.BYTES;

  private static final int STAGES_BYTES = STAGES * 2 * CHUNK * INDEX_BYTES;

  /** Inner indices of a factor whose terms fit shared memory. */
  private static final int MOST_INNER = 256;

  /** Blocks of a product of columns: the order of its sums does not depend on the GPU. */
  private static final int COLUMN_BLOCKS = 132;

  /** Fewer rows do not fill the GPU. */
  static final int LEAST_ROWS = 1 << 14;

  private static final int MOST_WIDTH = 1024;

  /** The share of the computed elements that must be of the result and not padding. */
  private static final double LEAST_SHARE = 0.6;

  private final Launcher launcher;
  private final int blocks;
  private final Programs.Kernel rows;
  private final Programs.Kernel columns;

  SplitProducts(Launcher launcher) {
    this.launcher = launcher;
    Gpu gpu = launcher.gpu();
    blocks = gpu.multiprocessors();
    rows = gpu.kernel(PRODUCTS, "multiplyRows", MOST_INNER * INDEX_BYTES);
    columns = gpu.kernel(PRODUCTS, "multiplyColumns", STAGES_BYTES);
  }

  /** Whether a product of F32 matrices is faster this way. */
  static boolean takes(boolean transposeA, Matrix a, boolean transposeB, Matrix b, Matrix out) {
    int inner = transposeA ? a.rows() : a.cols();
    int summed = transposeA ? out.rows() : inner;
    if (Math.max(out.rows(), inner) < LEAST_ROWS
        || Math.max(out.cols(), summed) > MOST_WIDTH
        || (transposeA && transposeB)
        || !Launcher.areAligned(Launcher.VECTOR, a, out)) {
      return false;
    }
    if (transposeA) {
      return Launcher.areAligned(Launcher.VECTOR, b)
          && share(out.rows(), 2 * TILE_ROWS) * share(out.cols(), TILE_COLS) >= LEAST_SHARE;
    }
    return share(inner, CHUNK) * share(out.cols(), TILE_COLS) >= LEAST_SHARE;
  }

  private static double share(int size, int unit) {
    return (double) size / (Math.ceilDiv(size, unit) * unit);
  }

  /** Computes {@code out = op(a)·op(b) + beta·out} for products that {@link #takes} accepts. */
  void multiply(
      boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    if (transposeA) {
      multiplyColumns(a, b, beta, out);
      return;
    }
    for (int from = 0; from < a.cols(); from += MOST_INNER) {
      int to = Math.min(a.cols(), from + MOST_INNER);
      Matrix right = transposeB ? b.columnsView(from, to) : b.rowsView(from, to);
      multiplyRows(a.columnsView(from, to), transposeB, right, from == 0 ? beta : 1, out);
    }
  }

  private void multiplyRows(Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    int inner = a.cols();
    int padded = Math.ceilDiv(inner, CHUNK) * CHUNK;
    int panels = Math.ceilDiv(out.cols(), TILE_COLS);
    long parts = launcher.scratch().take((long) panels * padded * INDEX_BYTES);
    launcher
        .arguments()
        .integer(inner)
        .integer(padded / STEP)
        .integer(out.cols())
        .integer(transposeB ? 1 : 0)
        .matrix(b)
        .word(parts);
    launcher.launchItems(PRODUCTS, "splitFactor", (long) panels * padded / 8 * TILE_COLS);
    launcher
        .arguments()
        .integer(out.rows())
        .integer(inner)
        .integer(padded / STEP)
        .integer(out.cols())
        .matrix(a)
        .word(parts)
        .real(beta)
        .matrix(out);
    int used = Math.max(1, blocks / panels) * panels;
    LaunchGrid grid = LaunchGrid.of(used, THREADS).withSharedBytes(padded * INDEX_BYTES);
    launcher.stream().launch(rows, grid);
  }

  private void multiplyColumns(Matrix a, Matrix b, float beta, Matrix out) {
    int tiles = Math.ceilDiv(out.rows(), 2 * TILE_ROWS) * Math.ceilDiv(out.cols(), TILE_COLS);
    int slices = Math.max(1, COLUMN_BLOCKS / tiles);
    int elements = out.rows() * out.cols();
    long sums = launcher.scratch().take((long) slices * elements * Float.BYTES);
    launcher.arguments().word(a.rows()).shape(out).integer(slices).matrix(a).matrix(b).word(sums);
    LaunchGrid grid = LaunchGrid.of((long) slices * tiles, THREADS);
    launcher.stream().launch(columns, grid.withSharedBytes(STAGES_BYTES));
    launcher.arguments().integer(slices).shape(out).word(sums).real(beta).matrix(out);
    launcher.launchItems(PRODUCTS, "addSlices", elements);
  }
}
