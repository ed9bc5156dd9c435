package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/** Softmax of cell values over each row, head by head. */
record SoftmaxCells(SparseMatrix a) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expectCells("softmaxCells", a, in[0]);
    Matrix out = mayOverwrite ? in[0] : s.workspace().matrix(in[0].rows(), in[0].cols());
    s.kernels().cellSoftmax(a.byRow(), in[0], out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    s.kernels().cellSoftmaxBackward(a.byRow(), out, gradOut, gradOut);
    gradIn[0].give(gradOut);
  }

  @Override
  public boolean readsOutput() {
    return true;
  }
}
