package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/** {@code out[e,h] = left[row(e),h] + right[column(e),h]}. */
record EdgeAdd(SparseMatrix a) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expect(in[0].rows() == a.rows() && in[0].cols() == in[1].cols(), "edgeAdd", in);
    Shapes.expectSources("edgeAdd", a, in[1]);
    Matrix out = s.workspace().matrix(Math.toIntExact(a.nonZeros()), in[0].cols());
    s.kernels().edgeAdd(a.byRow(), in[0], in[1], out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    if (gradIn[0] != null) {
      gradIn[0].add((beta, into) -> s.kernels().sumEdges(a.byRow(), gradOut, null, beta, into));
    }
    if (gradIn[1] != null) {
      gradIn[1].add(
          (beta, into) -> s.kernels().sumEdges(a.byColumn(), gradOut, a.edgeOf(), beta, into));
    }
  }
}
