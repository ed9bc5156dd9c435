package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/** {@code a·x}. */
record Aggregate(SparseMatrix a) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expectSources("aggregate", a, in[0]);
    Matrix out = s.value(a.rows(), in[0].cols());
    s.kernels().spmm(a.byRow(), in[0], 0, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    gradIn[0].add((beta, into) -> s.kernels().spmm(a.byColumn(), gradOut, beta, into));
  }
}
