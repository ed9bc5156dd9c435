package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;

/**
 * {@code x ⊙ y} of complex numbers, element by element. A row holds the real parts, then the
 * imaginary parts: {@code re = a·c − b·d, im = a·d + b·c}.
 */
record MultiplyComplex() implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expect(
        in[0].rows() == in[1].rows() && in[0].cols() == in[1].cols(), "multiplyComplex", in);
    Shapes.expect(in[0].cols() % 2 == 0, "multiplyComplex (an even width)", in);
    Matrix out = s.value(in[0].rows(), in[0].cols());
    product(s, in[0], in[1], -1, 0, out);
    return out;
  }

  /** The gradient of a factor is the product with the other one's conjugate. */
  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    for (int i = 0; i < 2; i++) {
      Matrix other = in[1 - i];
      if (gradIn[i] != null) {
        gradIn[i].add((beta, into) -> product(s, gradOut, other, 1, beta, into));
      }
    }
  }

  /**
   * @param sign −1 for {@code x·y}, 1 for {@code x·conj(y)}
   */
  private static void product(Scratch s, Matrix x, Matrix y, float sign, float beta, Matrix out) {
    Kernels k = s.kernels();
    Matrix crossed = s.workspace().matrix(x.rows(), x.cols() / 2);
    k.multiply(re(x), re(y), beta, re(out));
    k.multiply(im(x), im(y), 0, crossed);
    k.add(sign, crossed, 1, re(out));
    k.multiply(im(x), re(y), beta, im(out));
    k.multiply(re(x), im(y), 0, crossed);
    k.add(-sign, crossed, 1, im(out));
    s.workspace().release(crossed);
  }

  private static Matrix re(Matrix x) {
    return x.columnsView(0, x.cols() / 2);
  }

  private static Matrix im(Matrix x) {
    return x.columnsView(x.cols() / 2, x.cols());
  }

  @Override
  public boolean readsInput(int index) {
    return true;
  }
}
