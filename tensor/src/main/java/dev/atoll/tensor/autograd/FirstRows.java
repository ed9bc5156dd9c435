package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** The first rows. */
record FirstRows(int count) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    return in[0].rowsView(0, count);
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    gradIn[0].addPartly((_, into) -> s.kernels().add(1, gradOut, 1, into.rowsView(0, count)));
  }

  @Override
  public boolean sharesInput() {
    return true;
  }
}
