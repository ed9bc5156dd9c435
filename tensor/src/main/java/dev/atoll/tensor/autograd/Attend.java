package dev.atoll.tensor.autograd;

import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/**
 * Sums over neighbours by attention, inputs {@code x, targets, sources}: rows, and the scores of
 * targets and of sources.
 */
final class Attend implements Op {
  private final SparseMatrix a;
  private final Dropout dropout;
  private Matrix logSums;

  Attend(SparseMatrix a, Dropout dropout) {
    this.a = a;
    this.dropout = dropout;
  }

  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    int heads = in[1].cols();
    Shapes.expectSources("attend", a, in[0]);
    Shapes.expectSources("attend", a, in[2]);
    Shapes.expect(
        in[1].rows() == a.rows() && in[2].cols() == heads && in[0].cols() % heads == 0,
        "attend",
        in);
    logSums = s.workspace().matrix(a.rows(), heads);
    Matrix out = s.value(a.rows(), in[0].cols());
    s.kernels().attention(scores(in), in[0], out);
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    int heads = in[1].cols();
    Matrix edgeValues = s.workspace().matrix(Math.toIntExact(a.nonZeros()), heads);
    Matrix gradTargets = s.workspace().matrix(a.rows(), heads);
    Matrix gradSources = s.workspace().matrix(a.cols(), heads);
    Gradient.Contribution ofRows =
        (beta, into) ->
            s.kernels()
                .attentionBackward(
                    scores(in),
                    in[0],
                    gradOut,
                    new AttentionGradients(edgeValues, gradTargets, gradSources, beta, into));
    if (gradIn[0] != null) {
      gradIn[0].add(ofRows);
    } else {
      Matrix unused = s.value(in[0].rows(), in[0].cols());
      ofRows.write(0, unused);
      s.workspace().release(unused);
    }
    s.workspace().release(edgeValues);
    s.workspace().release(logSums);
    pass(s, gradTargets, gradIn[1]);
    pass(s, gradSources, gradIn[2]);
  }

  private AttentionScores scores(Matrix... in) {
    return new AttentionScores(a, in[1], in[2], dropout, logSums);
  }

  private static void pass(Scratch s, Matrix gradient, Gradient to) {
    if (to != null) {
      to.takeOver(gradient);
    }
    if (to == null || !gradient.equals(to.gathered())) {
      s.workspace().release(gradient);
    }
  }

  @Override
  public boolean readsInput(int index) {
    return true;
  }
}
