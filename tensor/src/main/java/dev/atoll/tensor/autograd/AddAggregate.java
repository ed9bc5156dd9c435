package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/** {@code x + a·y}: the sum is made where the product is. */
record AddAggregate(SparseMatrix a) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expectSources("addAggregate", a, in[1]);
    Shapes.expect(in[0].rows() == a.rows() && in[0].cols() == in[1].cols(), "addAggregate", in);
    Matrix out = mayOverwrite ? in[0] : s.value(in[0].rows(), in[0].cols());
    if (!mayOverwrite) {
      s.kernels().copy(in[0], out);
    }
    s.kernels().spmm(a.byRow(), in[1], 1, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    backward(s, gradOut, false, gradIn);
  }

  @Override
  public void backwardMostlyZero(
      Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    backward(s, gradOut, true, gradIn);
  }

  private void backward(Scratch s, Matrix gradOut, boolean mostlyZero, Gradient[] gradIn) {
    if (gradIn[1] != null) {
      gradIn[1].add((beta, into) -> s.spmm(a.byColumn(), gradOut, mostlyZero, beta, into));
    }
    if (gradIn[0] != null) {
      gradIn[0].takeOver(gradOut);
    }
  }
}
