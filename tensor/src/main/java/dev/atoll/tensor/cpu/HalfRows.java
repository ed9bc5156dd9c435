package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.cpu.VectorActivation.Slope;

/**
 * Kernels of one row for operands of 16-bit types. A row is widened into a buffer that fits the L1
 * cache, computed there by the loops of {@link DType#F32} and rounded into the result: main memory
 * is read and written in 16 bits, and the bits are those of F32 copies of the whole matrices.
 */
record HalfRows(RowChunks chunks, ScratchMemory scratch) {
  /** A matrix whose rows are seen as F32. */
  record Rows(Operand operand, DType type, int cols) {
    static Rows of(Matrix m) {
      return new Rows(Operand.of(m), m.type(), m.cols());
    }

    /** The address of a row's elements as F32: in place, or widened in the buffer. */
    long read(long row, long buffer) {
      long at = operand.row(row);
      if (type == DType.F32) {
        return at;
      }
      widen(type, at, buffer, cols);
      return buffer;
    }

    /** The address at which to compute a row, filled with its old elements if they are added to. */
    long target(long row, boolean adds, long buffer) {
      return adds ? read(row, buffer) : type == DType.F32 ? operand.row(row) : buffer;
    }

    /** Writes a computed row back to its matrix. */
    void write(long target, long row) {
      if (type != DType.F32) {
        narrow(DType.F32, target, type, operand.row(row), cols);
      }
    }
  }

  /** Work on a row with a buffer for each operand. */
  @FunctionalInterface
  private interface RowWork {
    void run(int row, long first, long second, long third);
  }

  private void forRows(Matrix shape, RowWork work) {
    long bytes = bufferBytes(shape.cols());
    chunks
        .team()
        .ranges(
            shape.rows(),
            RowChunks.rowsPerChunk(shape.cols()),
            (from, to) -> {
              try (var buffers = scratch.borrow(3 * bytes)) {
                long first = buffers.address();
                for (int r = from; r < to; r++) {
                  work.run(r, first, first + bytes, first + 2 * bytes);
                }
              }
            });
  }

  /** Bytes of a row's buffer. */
  static long bufferBytes(int cols) {
    return 4L * Matrix.LANE_ELEMENTS * Math.ceilDiv(cols, Matrix.LANE_ELEMENTS);
  }

  static boolean isHalf(Matrix m) {
    return m.type() != DType.F32;
  }

  static void widen(DType type, long x, long out, int n) {
    if (type == DType.BF16) {
      VectorBf16.widen(x, out, n);
    } else {
      VectorElements.widen(VectorLanes.Half.of(type), x, out, n);
    }
  }

  /** Converts into a 16-bit type. */
  static void narrow(DType from, long x, DType to, long out, int n) {
    if (to == DType.BF16 && from == DType.F32) {
      VectorBf16.narrow(x, out, n);
    } else if (to == DType.BF16 && from == DType.BF16) {
      VectorBf16.copy(x, out, n);
    } else {
      VectorElements.narrow(VectorElements.Narrowing.of(from, to), x, out, n);
    }
  }

  /** {@code out = alpha·x + beta·out}. */
  void add(float alpha, Matrix x, float beta, Matrix out) {
    var from = Rows.of(x);
    var to = Rows.of(out);
    forRows(
        out,
        (r, first, second, _) -> {
          long target = to.target(r, beta != 0, second);
          VectorElements.add(alpha, from.read(r, first), beta, target, out.cols());
          to.write(target, r);
        });
  }

  /** {@code out = dropout(activation(x + bias))}. */
  void activate(Activation activation, Matrix x, Matrix bias, Dropout dropout, Matrix out) {
    var from = Rows.of(x);
    var to = Rows.of(out);
    long shift = bias == null ? NativeMemory.NONE : NativeMemory.address(bias);
    forRows(
        out,
        (r, first, second, _) -> {
          long target = to.target(r, false, second);
          VectorActivation.activate(
              activation, from.read(r, first), shift, dropout, r, target, out.cols());
          to.write(target, r);
        });
  }

  /** {@code gradIn = gradOut ⊙ dropout' ⊙ activation' + beta·gradIn}. */
  void activateBackward(
      Activation activation,
      Matrix out,
      Dropout dropout,
      Matrix gradOut,
      float beta,
      Matrix gradIn) {
    var slope = Slope.of(activation, dropout.scale());
    var result = Rows.of(out);
    var grad = Rows.of(gradOut);
    var to = Rows.of(gradIn);
    boolean masked = !dropout.isOff() && activation != Activation.RELU;
    forRows(
        gradIn,
        (r, first, second, third) -> {
          long target = to.target(r, beta != 0, third);
          long value = result.read(r, first);
          long above = grad.read(r, second);
          if (masked) {
            VectorActivation.backDropped(
                slope,
                dropout.threshold(),
                VectorActivation.rowState(dropout, r),
                value,
                above,
                beta != 0,
                target,
                gradIn.cols());
          } else {
            VectorActivation.back(slope, value, above, beta != 0, target, gradIn.cols());
          }
          to.write(target, r);
        });
  }
}
