package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** {@code x ⊙ y}, element by element. */
record Multiply() implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expect(in[0].rows() == in[1].rows() && in[0].cols() == in[1].cols(), "multiply", in);
    Matrix out = s.value(in[0].rows(), in[0].cols());
    s.kernels().multiply(in[0], in[1], 0, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    for (int i = 0; i < 2; i++) {
      Matrix other = in[1 - i];
      if (gradIn[i] != null) {
        gradIn[i].add((beta, into) -> s.kernels().multiply(gradOut, other, beta, into));
      }
    }
  }

  @Override
  public boolean readsInput(int index) {
    return true;
  }
}
