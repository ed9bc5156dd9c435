package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;

/**
 * {@code dropout(activation(x + bias))}, in the number format of x; the bias is an optional second
 * input of one row.
 */
record Activate(Activation activation, Dropout dropout) implements Op {
  /** The share of zeros from which on most elements are zeros; ReLU counts for a half. */
  private static final float MOST = 0.7f;

  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Matrix bias = in.length > 1 ? in[1] : null;
    Shapes.expect(
        bias == null || (bias.rows() == 1 && bias.cols() == in[0].cols()), "activate", in);
    Matrix out =
        mayOverwrite ? in[0] : s.workspace().matrix(in[0].rows(), in[0].cols(), in[0].type());
    s.kernels().activate(activation, in[0], bias, dropout, out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    boolean changes = activation != Activation.IDENTITY || !dropout.isOff();
    boolean biased = in.length > 1 && gradIn[1] != null;
    if (changes && biased) {
      gradIn[1].add(
          (beta, into) ->
              s.kernels().activateBackwardSum(activation, out, dropout, gradOut, beta, into));
    } else if (changes) {
      s.kernels().activateBackward(activation, out, dropout, gradOut, 0, gradOut);
    } else if (biased) {
      gradIn[1].add((beta, into) -> s.kernels().sumRows(gradOut, beta, into));
    }
    if (gradIn[0] != null) {
      gradIn[0].takeOver(gradOut, isMostlyZero());
    }
  }

  @Override
  public boolean isMostlyZero() {
    float kept = (1 - dropout.rate()) * (activation == Activation.RELU ? 0.5f : 1);
    return kept <= 1 - MOST;
  }

  @Override
  public boolean readsOutput() {
    return activation != Activation.IDENTITY;
  }
}
