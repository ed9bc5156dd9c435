package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/** {@code x_own·w + (a·x)·v}, inputs {@code x, w, v}; x_own are the first rows of x. */
final class AggregateMatMul implements Op {
  private final SparseMatrix a;
  private final boolean mostlyZero;
  private Matrix sums;

  /**
   * @param mostlyZero whether most elements of x are expected to be 0
   */
  AggregateMatMul(SparseMatrix a, boolean mostlyZero) {
    this.a = a;
    this.mostlyZero = mostlyZero;
  }

  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expectSources("aggregateMatmul", a, in[0]);
    Shapes.expect(
        in[0].cols() == in[1].rows()
            && in[1].rows() == in[2].rows()
            && in[1].cols() == in[2].cols(),
        "aggregateMatmul",
        in);
    sums = s.value(a.rows(), in[0].cols());
    s.spmm(a.byRow(), in[0], mostlyZero, 0, sums);
    Matrix out = s.value(a.rows(), in[1].cols());
    s.kernels().gemm(false, own(in[0]), false, in[1], 0, out);
    s.kernels().gemm(false, sums, false, in[2], 1, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    weights(s, in, gradOut, gradIn);
    if (gradIn[0] != null) {
      Matrix gradSums = s.value(a.rows(), in[0].cols());
      s.kernels().gemm(false, gradOut, true, in[2], 0, gradSums);
      gradIn[0].add((beta, into) -> s.spmm(a.byColumn(), gradSums, false, beta, into));
      s.workspace().release(gradSums);
      own(s, in, gradOut, gradIn);
    }
  }

  @Override
  public void backwardMostlyZero(
      Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    weights(s, in, gradOut, gradIn);
    if (gradIn[0] != null) {
      Matrix sumsOut = s.value(a.cols(), gradOut.cols());
      s.spmm(a.byColumn(), gradOut, true, 0, sumsOut);
      gradIn[0].add((beta, into) -> s.kernels().gemm(false, sumsOut, true, in[2], beta, into));
      s.workspace().release(sumsOut);
      own(s, in, gradOut, gradIn);
    }
  }

  private void weights(Scratch s, Matrix[] in, Matrix gradOut, Gradient[] gradIn) {
    if (gradIn[2] != null) {
      Matrix x = sums;
      gradIn[2].add((beta, into) -> s.kernels().gemm(true, x, false, gradOut, beta, into));
    }
    s.workspace().release(sums);
    sums = null;
    if (gradIn[1] != null) {
      gradIn[1].add((beta, into) -> s.kernels().gemm(true, own(in[0]), false, gradOut, beta, into));
    }
  }

  private void own(Scratch s, Matrix[] in, Matrix gradOut, Gradient[] gradIn) {
    gradIn[0].addPartly((_, into) -> s.kernels().gemm(false, gradOut, true, in[1], 1, own(into)));
  }

  private Matrix own(Matrix x) {
    return x.rowsView(0, a.rows());
  }

  @Override
  public boolean readsInput(int index) {
    return true;
  }
}
