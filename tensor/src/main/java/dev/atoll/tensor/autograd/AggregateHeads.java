package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/** {@code out[v,h,:] = Σ_e values[e,h]·x[column(e),h,:]}, inputs {@code x, values}. */
record AggregateHeads(SparseMatrix a) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expectSources("aggregate", a, in[0]);
    Shapes.expectEdges("aggregate", a, in[1]);
    Shapes.expect(in[0].cols() % in[1].cols() == 0, "aggregate", in);
    Matrix out = s.value(a.rows(), in[0].cols());
    s.kernels().spmmHeads(a.byRow(), in[1], null, in[0], 0, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    if (gradIn[0] != null) {
      gradIn[0].add(
          (beta, into) ->
              s.kernels().spmmHeads(a.byColumn(), in[1], a.edgeOf(), gradOut, beta, into));
    }
    if (gradIn[1] != null) {
      gradIn[1].add((beta, into) -> s.kernels().edgeDot(a.byRow(), gradOut, in[0], beta, into));
    }
  }

  @Override
  public boolean readsInput(int index) {
    return true;
  }
}
