package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/** {@code out[e,h] = ⟨left[row(e),h,:], right[column(e),h,:]⟩}. */
record EdgeDot(SparseMatrix a, int heads) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expect(in[0].rows() == a.rows() && in[0].cols() == in[1].cols(), "edgeDot", in);
    Shapes.expectSources("edgeDot", a, in[1]);
    Matrix out = s.workspace().matrix(Math.toIntExact(a.nonZeros()), heads);
    s.kernels().edgeDot(a.byRow(), in[0], in[1], 0, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    if (gradIn[0] != null) {
      gradIn[0].add(
          (beta, into) -> s.kernels().spmmHeads(a.byRow(), gradOut, null, in[1], beta, into));
    }
    if (gradIn[1] != null) {
      gradIn[1].add(
          (beta, into) ->
              s.kernels().spmmHeads(a.byColumn(), gradOut, a.edgeOf(), in[0], beta, into));
    }
  }

  @Override
  public boolean readsInput(int index) {
    return true;
  }
}
