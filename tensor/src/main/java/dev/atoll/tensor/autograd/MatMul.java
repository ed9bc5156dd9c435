package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** {@code Σ x_i·w_i} over pairs of inputs {@code x_1, w_1, x_2, w_2, …}. */
record MatMul() implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    check(in);
    Matrix out = s.value(in[0].rows(), in[1].cols());
    for (int i = 0; i < in.length; i += 2) {
      s.kernels().gemm(false, in[i], false, in[i + 1], i == 0 ? 0 : 1, out);
    }
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    for (int i = 0; i < in.length; i += 2) {
      Matrix x = in[i];
      Matrix w = in[i + 1];
      if (gradIn[i] != null) {
        gradIn[i].add((beta, into) -> s.kernels().gemm(false, gradOut, true, w, beta, into));
      }
      if (gradIn[i + 1] != null) {
        gradIn[i + 1].add((beta, into) -> s.kernels().gemm(true, x, false, gradOut, beta, into));
      }
    }
  }

  @Override
  public boolean readsInput(int index) {
    return true;
  }

  private static void check(Matrix[] in) {
    for (int i = 0; i < in.length; i += 2) {
      Shapes.expect(in[i].cols() == in[i + 1].rows(), "matmul", in[i], in[i + 1]);
      Shapes.expect(in[i].rows() == in[0].rows() && in[i + 1].cols() == in[1].cols(), "matmul", in);
    }
  }
}
