package dev.atoll.cuda;

import dev.atoll.cuda.driver.Arguments;
import dev.atoll.cuda.driver.Gpu;
import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs;
import dev.atoll.cuda.driver.Stream;
import dev.atoll.tensor.Matrix;

/**
 * Launches kernels; shared by all groups of kernels.
 *
 * @param cacheBytes size of the cache that all multiprocessors share
 * @param mayRound whether kernels may round intermediate values to 16 bits if operands are of 16
 *     bits
 */
record Launcher(Gpu gpu, Stream stream, ScratchBuffer scratch, long cacheBytes, boolean mayRound) {
  /** Rounds nothing. */
  Launcher(Gpu gpu, Stream stream, ScratchBuffer scratch, long cacheBytes) {
    this(gpu, stream, scratch, cacheBytes, false);
  }

  /** Elements that aligned rows are read by. */
  static final int VECTOR = 4;

  Arguments arguments() {
    return stream.arguments();
  }

  void launch(Programs.Program program, String name, LaunchGrid grid) {
    stream.launch(gpu.kernel(program, name), grid);
  }

  /** Starts one thread per item; starts nothing for zero items. */
  void launchItems(Programs.Program program, String name, long items) {
    if (items > 0) {
      launch(program, name, LaunchGrid.items(items));
    }
  }

  /** Starts the variant for the alignment of all rows, a thread per load of {@code out}. */
  void launchElements(Programs.Program program, Variants kernel, Matrix out, Matrix... others) {
    int vector = vector(out, others);
    launch(program, kernel.by(vector), LaunchGrid.elements(out.rows(), out.cols(), vector));
  }

  /** Elements that all rows can be read by: eight, four or one. */
  static int vector(Matrix out, Matrix... others) {
    for (int v = 2 * VECTOR; v >= VECTOR; v /= 2) {
      if (out.cols() > v / 2 && isAligned(v, out) && areAligned(v, others)) {
        return v;
      }
    }
    return 1;
  }

  /** A kernel's names. */
  record Variants(String byEight, String byFour, String byOne) {
    static Variants of(String name) {
      return new Variants(name + "_8", name + "_4", name + "_1");
    }

    String by(int vector) {
      return vector == 1 ? byOne : vector == VECTOR ? byFour : byEight;
    }
  }

  /** Whether all rows of all matrices can be read {@code vector} elements at a time. */
  static boolean areAligned(int vector, Matrix... matrices) {
    for (Matrix matrix : matrices) {
      if (matrix != null && !isAligned(vector, matrix)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAligned(int vector, Matrix matrix) {
    return matrix.data().address() % ((long) vector * matrix.type().bytes()) == 0
        && (matrix.stride() % vector == 0 || matrix.rows() == 1);
  }

  static boolean isEmpty(Matrix matrix) {
    return matrix.rows() == 0 || matrix.cols() == 0;
  }
}
