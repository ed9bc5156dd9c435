package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** {@code x + y}. */
record Add() implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expect(in[0].rows() == in[1].rows() && in[0].cols() == in[1].cols(), "add", in);
    Matrix out = mayOverwrite ? in[0] : s.value(in[0].rows(), in[0].cols());
    if (!mayOverwrite) {
      s.kernels().copy(in[0], out);
    }
    s.kernels().add(1, in[1], 1, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    if (gradIn[1] != null) {
      gradIn[1].add((beta, into) -> s.kernels().add(1, gradOut, beta, into));
    }
    if (gradIn[0] != null) {
      gradIn[0].takeOver(gradOut);
    }
  }
}
