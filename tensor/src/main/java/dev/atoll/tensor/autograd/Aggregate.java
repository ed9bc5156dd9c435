package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/**
 * {@code a·x}.
 *
 * @param mostlyZero whether most elements of x are expected to be 0
 */
record Aggregate(SparseMatrix a, boolean mostlyZero) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expectSources("aggregate", a, in[0]);
    Matrix out = s.value(a.rows(), in[0].cols());
    s.spmm(a.byRow(), in[0], mostlyZero, 0, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    gradIn[0].add((beta, into) -> s.spmm(a.byColumn(), gradOut, false, beta, into));
  }

  @Override
  public void backwardMostlyZero(
      Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    gradIn[0].add((beta, into) -> s.spmm(a.byColumn(), gradOut, true, beta, into));
  }
}
