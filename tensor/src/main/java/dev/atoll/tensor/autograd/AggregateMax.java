package dev.atoll.tensor.autograd;

import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/** {@code out[v,c] = max_e x[column(e),c]}; 0 for a row without neighbours. */
final class AggregateMax implements Op {
  private final SparseMatrix a;
  private Matrix argmax;

  AggregateMax(SparseMatrix a) {
    this.a = a;
  }

  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expectSources("aggregateMax", a, in[0]);
    argmax = s.workspace().matrix(a.rows(), in[0].cols(), DType.I32);
    Matrix out = s.value(a.rows(), in[0].cols());
    s.kernels().spmmMax(a.byRow(), in[0], out, argmax);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    gradIn[0].add(
        (beta, into) -> s.kernels().spmmMaxBackward(a.byColumn(), argmax, gradOut, beta, into));
    s.workspace().release(argmax);
  }
}
