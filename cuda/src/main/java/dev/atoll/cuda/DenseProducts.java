package dev.atoll.cuda;

import dev.atoll.cuda.driver.Cublas;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/**
 * Dense products by the number formats of their factors, computed by cuBLAS or {@link
 * SplitProducts}.
 */
final class DenseProducts {
  /** The architecture whose tensor cores {@code products.cu} is written for. */
  private static final int HOPPER = 90;

  /** Right factors of more elements are not worth a copy. */
  private static final long MOST_COPIED = 1 << 20;

  private final Launcher launcher;
  private final Cublas cublas;
  private final ElementLaunches elements;
  private final boolean transposesRight;

  /** Products in full precision on tensor cores; null where these are cuBLAS's. */
  private final SplitProducts split;

  DenseProducts(Launcher launcher, Cublas cublas, ElementLaunches elements) {
    this.launcher = launcher;
    this.cublas = cublas;
    this.elements = elements;
    boolean hopper = launcher.gpu().architecture() == HOPPER;
    split = hopper && !cublas.tensorFloats() ? new SplitProducts(launcher) : null;
    transposesRight = hopper && cublas.tensorFloats();
  }

  /** Computes {@code out = op(a)·op(b) + beta·out} for matrices that are not empty. */
  void multiply(
      boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    if (!isFull(a) || !isFull(b) || !isFull(out)) {
      long bytes = narrowBytes(a);
      long scratch = launcher.scratch().take(bytes + narrowBytes(b));
      cublas.multiply(
          transposeA, narrow(a, scratch), transposeB, narrow(b, scratch + bytes), beta, out);
    } else if (split != null && SplitProducts.takes(transposeA, a, transposeB, b, out)) {
      split.multiply(transposeA, a, transposeB, b, beta, out);
    } else if (isFasterTransposed(transposeA, a, transposeB, b)) {
      int cols = out.cols();
      int inner = a.cols();
      long scratch = launcher.scratch().take(Matrix.bytesFor(cols, inner, DType.F32));
      Matrix right = at(scratch, b, cols, inner, DType.F32);
      elements.transpose(b, right);
      cublas.multiply(false, a, true, right, beta, out);
    } else {
      cublas.multiply(transposeA, a, transposeB, b, beta, out);
    }
  }

  /**
   * Whether a copy of the right factor makes a product faster: Hopper's tensor cores read TF32 only
   * with the inner dimension contiguous.
   */
  private boolean isFasterTransposed(boolean transposeA, Matrix a, boolean transposeB, Matrix b) {
    return transposesRight
        && !transposeA
        && !transposeB
        && a.rows() >= SplitProducts.LEAST_ROWS
        && (long) b.rows() * b.cols() <= MOST_COPIED;
  }

  private static boolean isFull(Matrix matrix) {
    return matrix.type() == DType.F32;
  }

  /** Bytes of the bf16 copy of a matrix; 0 if none is needed. */
  private static long narrowBytes(Matrix matrix) {
    return isFull(matrix) ? Matrix.bytesFor(matrix.rows(), matrix.cols(), DType.BF16) : 0;
  }

  /** The matrix in bf16: itself, or a copy at that address. */
  private Matrix narrow(Matrix matrix, long address) {
    if (!isFull(matrix)) {
      return matrix;
    }
    Matrix copy = at(address, matrix, matrix.rows(), matrix.cols(), DType.BF16);
    elements.copy(matrix, null, copy);
    return copy;
  }

  /** A matrix in scratch memory, on the device of {@code beside}. */
  private static Matrix at(long address, Matrix beside, int rows, int cols, DType type) {
    MemorySegment memory =
        MemorySegment.ofAddress(address).reinterpret(Matrix.bytesFor(rows, cols, type));
    return new Matrix(beside.device(), rows, cols, Matrix.strideFor(cols), type, memory);
  }
}
