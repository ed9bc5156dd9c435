package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** {@code factor·x}. */
record ScaleBy(float factor) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Matrix out = s.value(in[0].rows(), in[0].cols());
    s.kernels().add(factor, in[0], 0, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    gradIn[0].add((beta, into) -> s.kernels().add(factor, gradOut, beta, into));
  }
}
