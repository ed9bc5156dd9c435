package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** {@code x·yᵀ}: every row of x with every row of y. */
record MatMulTransposed() implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expect(in[0].cols() == in[1].cols(), "matmulTransposed", in);
    Matrix out = s.value(in[0].rows(), in[1].rows());
    s.kernels().gemm(false, in[0], true, in[1], 0, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    if (gradIn[0] != null) {
      gradIn[0].add((beta, into) -> s.kernels().gemm(false, gradOut, false, in[1], beta, into));
    }
    if (gradIn[1] != null) {
      gradIn[1].add((beta, into) -> s.kernels().gemm(true, gradOut, false, in[0], beta, into));
    }
  }

  @Override
  public boolean readsInput(int index) {
    return true;
  }
}
