package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** The mean over groups of columns, one group a head. */
record MeanHeads(int heads) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expect(in[0].cols() % heads == 0, "meanHeads of " + heads, in);
    int width = in[0].cols() / heads;
    Matrix out = s.value(in[0].rows(), width);
    for (int h = 0; h < heads; h++) {
      s.kernels()
          .add(1f / heads, in[0].columnsView(h * width, (h + 1) * width), h == 0 ? 0 : 1, out);
    }
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    int width = gradOut.cols();
    gradIn[0].add(
        (beta, into) -> {
          for (int h = 0; h < heads; h++) {
            s.kernels()
                .add(1f / heads, gradOut, beta, into.columnsView(h * width, (h + 1) * width));
          }
        });
  }
}
