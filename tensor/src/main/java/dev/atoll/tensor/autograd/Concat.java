package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** {@code [x | y]}: the columns of both. */
record Concat() implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expect(in[0].rows() == in[1].rows(), "concat", in);
    Matrix out = s.value(in[0].rows(), in[0].cols() + in[1].cols());
    s.kernels().copy(in[0], out.columnsView(0, in[0].cols()));
    s.kernels().copy(in[1], out.columnsView(in[0].cols(), out.cols()));
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    int cut = in[0].cols();
    if (gradIn[0] != null) {
      gradIn[0].add((beta, into) -> s.kernels().add(1, gradOut.columnsView(0, cut), beta, into));
    }
    if (gradIn[1] != null) {
      gradIn[1].add(
          (beta, into) -> s.kernels().add(1, gradOut.columnsView(cut, out.cols()), beta, into));
    }
  }
}
