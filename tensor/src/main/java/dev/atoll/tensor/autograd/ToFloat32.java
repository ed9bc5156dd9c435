package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** Converts elements to F32. */
record ToFloat32() implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Matrix out = s.workspace().matrix(in[0].rows(), in[0].cols());
    s.kernels().copy(in[0], out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    gradIn[0].add((beta, into) -> s.kernels().add(1, gradOut, beta, into));
  }
}
