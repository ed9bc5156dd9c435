package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;

/** Rows by number; numbers may repeat. */
record Gather(Buffer rows) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Matrix out = s.value(Math.toIntExact(rows.length()), in[0].cols());
    s.kernels().gather(in[0], rows, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    gradIn[0].addPartly((_, into) -> s.kernels().scatterAdd(gradOut, rows, into));
  }
}
