package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Elements.get;
import static dev.atoll.tensor.cpu.Elements.getInt;
import static dev.atoll.tensor.cpu.Elements.getLong;
import static dev.atoll.tensor.cpu.Elements.rowId;
import static dev.atoll.tensor.cpu.Elements.set;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/**
 * Attention by plain loops, row by row. Training on the host takes a vector kernel for each step
 * instead.
 *
 * @param kernels for sums over the columns of the edges
 */
record ScalarAttention(RowChunks chunks, Kernels kernels) {
  void forward(AttentionScores scores, Matrix x, Matrix out) {
    chunks.forRows(
        out,
        v -> {
          for (int h = 0; h < scores.heads(); h++) {
            set(scores.logSums(), v, h, logSum(scores, v, h));
            sum(scores, x, out, v, h);
          }
        });
  }

  void backward(AttentionScores scores, Matrix x, Matrix gradOut, AttentionGradients gradients) {
    SparseMatrix edges = scores.edges();
    Matrix edgeValues = gradients.edgeValues();
    chunks.forRows(gradOut, v -> shares(scores, edgeValues, v));
    kernels.spmmHeads(
        edges.byColumn(), edgeValues, edges.edgeOf(), gradOut, gradients.beta(), gradients.x());
    chunks.forRows(gradOut, v -> ofScores(scores, x, gradOut, gradients, v));
    kernels.sumEdges(edges.byColumn(), edgeValues, edges.edgeOf(), 0, gradients.sources());
  }

  private static float logSum(AttentionScores scores, int v, int h) {
    Csr a = scores.edges().byRow();
    float max = Float.NEGATIVE_INFINITY;
    for (int e = first(a, v); e < first(a, v + 1); e++) {
      max = Math.max(max, active(scores, v, getInt(a.column(), e), h));
    }
    double sum = 0;
    for (int e = first(a, v); e < first(a, v + 1); e++) {
      sum += StrictMath.exp((double) active(scores, v, getInt(a.column(), e), h) - max);
    }
    return (float) (max + StrictMath.log(sum));
  }

  private static void sum(AttentionScores scores, Matrix x, Matrix out, int v, int h) {
    Csr a = scores.edges().byRow();
    int width = out.cols() / scores.heads();
    for (int c = h * width; c < (h + 1) * width; c++) {
      set(out, v, c, 0);
    }
    for (int e = first(a, v); e < first(a, v + 1); e++) {
      int u = getInt(a.column(), e);
      double share = softmax(scores, v, u, h) * factor(scores, e, h);
      for (int c = h * width; c < (h + 1) * width; c++) {
        set(out, v, c, (float) (get(out, v, c) + share * get(x, u, c)));
      }
    }
  }

  private static void shares(AttentionScores scores, Matrix edgeValues, int v) {
    Csr a = scores.edges().byRow();
    for (int e = first(a, v); e < first(a, v + 1); e++) {
      for (int h = 0; h < scores.heads(); h++) {
        double share = softmax(scores, v, getInt(a.column(), e), h);
        set(edgeValues, e, h, (float) (share * factor(scores, e, h)));
      }
    }
  }

  /** Makes gradients of the scores' sums out of shares. */
  private static void ofScores(
      AttentionScores scores, Matrix x, Matrix gradOut, AttentionGradients gradients, int v) {
    Matrix edgeValues = gradients.edgeValues();
    Csr a = scores.edges().byRow();
    int width = gradOut.cols() / scores.heads();
    for (int h = 0; h < scores.heads(); h++) {
      double mean = 0;
      for (int e = first(a, v); e < first(a, v + 1); e++) {
        int u = getInt(a.column(), e);
        double product = 0;
        for (int c = h * width; c < (h + 1) * width; c++) {
          product += (double) get(gradOut, v, c) * get(x, u, c);
        }
        set(edgeValues, e, h, (float) (get(edgeValues, e, h) * product));
        mean += get(edgeValues, e, h);
      }
      double sum = 0;
      for (int e = first(a, v); e < first(a, v + 1); e++) {
        int u = getInt(a.column(), e);
        double before = get(edgeValues, e, h) - softmax(scores, v, u, h) * mean;
        float slope = ScalarActivation.slope(Activation.LEAKY_RELU, active(scores, v, u, h), 1);
        set(edgeValues, e, h, (float) (before * slope));
        sum += get(edgeValues, e, h);
      }
      set(gradients.targets(), v, h, (float) sum);
    }
  }

  private static float active(AttentionScores scores, int v, int u, int h) {
    float score = get(scores.targets(), v, h) + get(scores.sources(), u, h);
    return ScalarActivation.value(Activation.LEAKY_RELU, score);
  }

  private static double softmax(AttentionScores scores, int v, int u, int h) {
    return StrictMath.exp((double) active(scores, v, u, h) - get(scores.logSums(), v, h));
  }

  /** The factor of dropout. */
  private static float factor(AttentionScores scores, int e, int h) {
    var dropout = scores.dropout();
    return dropout.isOff() || dropout.keeps(rowId(dropout, e), h) ? dropout.scale() : 0;
  }

  private static int first(Csr a, int row) {
    return (int) getLong(a.rowStart(), row);
  }
}
