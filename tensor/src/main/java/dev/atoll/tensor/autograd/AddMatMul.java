package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** {@code base + x·w}, inputs {@code base, x, w}: the sum is made where the product is. */
record AddMatMul() implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expect(in[1].cols() == in[2].rows(), "addMatmul", in);
    Shapes.expect(in[0].rows() == in[1].rows() && in[0].cols() == in[2].cols(), "addMatmul", in);
    Matrix out = mayOverwrite ? in[0] : s.value(in[0].rows(), in[0].cols());
    if (!mayOverwrite) {
      s.kernels().copy(in[0], out);
    }
    s.kernels().gemm(false, in[1], false, in[2], 1, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    if (gradIn[1] != null) {
      gradIn[1].add((beta, into) -> s.kernels().gemm(false, gradOut, true, in[2], beta, into));
    }
    if (gradIn[2] != null) {
      gradIn[2].add((beta, into) -> s.kernels().gemm(true, in[1], false, gradOut, beta, into));
    }
    if (gradIn[0] != null) {
      gradIn[0].takeOver(gradOut);
    }
  }

  @Override
  public boolean readsInput(int index) {
    return index > 0;
  }
}
