package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/** Softmax of edge values over each row, head by head. */
record EdgeSoftmax(SparseMatrix a) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expectEdges("edgeSoftmax", a, in[0]);
    Matrix out = mayOverwrite ? in[0] : s.workspace().matrix(in[0].rows(), in[0].cols());
    s.kernels().edgeSoftmax(a.byRow(), in[0], out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    s.kernels().edgeSoftmaxBackward(a.byRow(), out, gradOut, gradOut);
    gradIn[0].takeOver(gradOut);
  }

  @Override
  public boolean readsOutput() {
    return true;
  }
}
