package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** Each row normalised, then scaled by a gain and shifted; inputs {@code x, gain, shift}. */
final class LayerNorm implements Op {
  private static final float EPSILON = 1e-5f;

  private Matrix stats;

  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Shapes.expect(in[1].cols() == in[0].cols() && in[2].cols() == in[0].cols(), "layerNorm", in);
    stats = s.workspace().matrix(in[0].rows(), 2);
    Matrix out = s.value(in[0].rows(), in[0].cols());
    s.kernels().layerNorm(in[0], in[1], in[2], EPSILON, out, stats);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    Matrix gradGain = s.workspace().matrix(1, in[0].cols());
    Matrix gradShift = s.workspace().matrix(1, in[0].cols());
    s.kernels().fill(0, gradGain);
    s.kernels().fill(0, gradShift);
    gradIn[0].add(
        (beta, into) ->
            s.kernels()
                .layerNormBackward(in[0], in[1], stats, gradOut, beta, into, gradGain, gradShift));
    addTo(gradIn[1], gradGain, s);
    addTo(gradIn[2], gradShift, s);
    s.workspace().release(gradGain);
    s.workspace().release(gradShift);
    s.workspace().release(stats);
  }

  private static void addTo(Gradient wanted, Matrix contribution, Scratch s) {
    if (wanted != null) {
      wanted.add((beta, into) -> s.kernels().add(1, contribution, beta, into));
    }
  }

  @Override
  public boolean readsInput(int index) {
    return index < 2;
  }
}
