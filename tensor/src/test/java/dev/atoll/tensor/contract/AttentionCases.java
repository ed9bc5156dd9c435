package dev.atoll.tensor.contract;

import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.contract.KernelCase.Shape;
import dev.atoll.tensor.contract.Lab.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cases of attention, forward and backward. */
final class AttentionCases {
  private static final int[] HEADS = {1, 3, 4, 9};
  private static final int[] WIDTHS = {1, 3, 8, 17, 64};

  private final List<KernelCase> cases = new ArrayList<>();

  static List<KernelCase> all() {
    var attention = new AttentionCases();
    for (int rows : new int[] {0, 1, 40}) {
      for (int heads : HEADS) {
        for (int width : WIDTHS) {
          attention.add(rows, 40, heads, width, Layout.OWN);
        }
      }
    }
    attention.add(12, 10, 4, 8, Layout.COLUMNS);
    attention.add(12, 10, 3, 7, Layout.ROWS);
    attention.add(40, 0, 2, 40, Layout.OWN);
    attention.add(30, 50, 40, 2, Layout.OWN);
    attention.add(30, 50, 1, 300, Layout.OWN);
    attention.add(200, 30_000, 4, 16, Layout.OWN);
    attention.add(200, 30_000, 1, 47, Layout.OWN);
    return attention.cases;
  }

  private void add(int rows, int hubEdges, int heads, int width, Layout layout) {
    for (float rate : new float[] {0, 0.4f}) {
      cases.add(
          new KernelCase(
              "attention %d rows, hub %d, %d×%d %s, dropout %s"
                  .formatted(rows, hubEdges, heads, width, layout, rate),
              lab -> new Example(lab, rows, hubEdges, heads, width, rate).check(layout)));
    }
  }

  /** Random scores and rows, and the shares that they give. */
  private static final class Example {
    private static final int SOURCES = 21;
    private static final double SLOPE = 0.2f;

    private final Lab lab;
    private final SparseExample a;
    private final int heads;
    private final int width;
    private final Dense targets;
    private final Dense sources;
    private final Dropout dropout;
    private final int[] rowOf;
    private final double[][] softmax;
    private final double[][] share;

    Example(Lab lab, int rows, int hubEdges, int heads, int width, float rate) {
      this.lab = lab;
      this.heads = heads;
      this.width = width;
      a = SparseExample.random(lab.random, rows, SOURCES, hubEdges);
      rowOf = a.rowOfEdges();
      targets = lab.dense(rows, heads, (_, _) -> lab.random.nextDouble(-4, 4));
      sources = lab.dense(SOURCES, heads, (u, _) -> lab.random.nextDouble(-4, 4) * (u % 5 + 1));
      long[] ids = lab.random.longs(a.nonZeros()).toArray();
      dropout = rate == 0 ? Dropout.NONE : new Dropout(rate, 77, lab.longs(ids));
      softmax = new double[a.nonZeros()][heads];
      share = new double[a.nonZeros()][heads];
      double[][] logSums = new double[rows][heads];
      for (int v = 0; v < rows; v++) {
        int row = v;
        Arrays.setAll(logSums[v], h -> logSum(row, h));
      }
      for (int e = 0; e < softmax.length; e++) {
        for (int h = 0; h < heads; h++) {
          softmax[e][h] = Math.exp(score(e, h) - logSums[rowOf[e]][h]);
          boolean kept = dropout.isOff() || dropout.keeps(ids[e], h);
          share[e][h] = kept ? dropout.scale() * softmax[e][h] : 0;
        }
      }
    }

    private double sum(int e, int h) {
      return targets.at(rowOf[e], h) + sources.at(a.column()[e], h);
    }

    private double score(int e, int h) {
      return sum(e, h) * slope(e, h);
    }

    private double slope(int e, int h) {
      return sum(e, h) <= 0 ? SLOPE : 1;
    }

    private double logSum(int v, int h) {
      double max = a.max(v, (e, _) -> score(e, h));
      return max + Math.log(a.sum(v, (e, _) -> Math.exp(score(e, h) - max)));
    }

    void check(Layout layout) {
      int rows = a.rows();
      Dense x = lab.randomDense(SOURCES, heads * width);
      Dense grad = lab.randomDense(rows, heads * width);
      Matrix logSums = lab.unwritten(rows, heads, Layout.OWN, DType.F32);
      var scores =
          new AttentionScores(
              a.withTranspose(lab),
              lab.inFull(targets, Layout.OWN),
              lab.inFull(sources, Layout.OWN),
              dropout,
              logSums);
      Matrix out = lab.unwritten(rows, heads * width, layout);
      lab.kernels.attention(scores, lab.matrix(x, layout), out);
      lab.expect(out, terms(), (v, c) -> a.sum(v, (e, u) -> share[e][c / width] * x.at(u, c)));
      for (float beta : new float[] {0, 1}) {
        backward(scores, x, grad, layout, beta);
      }
    }

    /**
     * The number of terms: shares are rounded, and those of all edges of a row may be summed up.
     */
    private int terms() {
      return 100 + a.nonZeros();
    }

    private void backward(AttentionScores scores, Dense x, Dense grad, Layout layout, float beta) {
      Dense old = lab.randomDense(SOURCES, heads * width);
      var found =
          new AttentionGradients(
              lab.unwritten(a.nonZeros(), heads, Layout.OWN, DType.F32),
              lab.unwritten(a.rows(), heads, Layout.OWN, DType.F32),
              lab.unwritten(SOURCES, heads, Layout.OWN, DType.F32),
              beta,
              DenseCases.destination(lab, new Shape(0, 0, layout), beta, old));
      lab.kernels.attentionBackward(scores, lab.matrix(x, layout), lab.matrix(grad, layout), found);
      double[][] ofSources = new double[SOURCES][heads];
      double[][] ofTargets = new double[a.rows()][heads];
      double[][] ofRows = new double[SOURCES][heads * width];
      gradients(x, grad, ofSources, ofTargets, ofRows);
      lab.expect(found.x(), terms(), old.plus(beta, (u, c) -> ofRows[u][c]));
      lab.expect(found.targets(), terms(), (v, h) -> ofTargets[v][h]);
      lab.expect(found.sources(), terms(), (u, h) -> ofSources[u][h]);
    }

    private void gradients(
        Dense x, Dense grad, double[][] ofSources, double[][] ofTargets, double[]... ofRows) {
      double[][] mean = new double[a.rows()][heads];
      double[][] ofShare = new double[a.nonZeros()][heads];
      for (int e = 0; e < ofShare.length; e++) {
        int v = rowOf[e];
        int u = a.column()[e];
        for (int c = 0; c < heads * width; c++) {
          ofRows[u][c] += share[e][c / width] * grad.at(v, c);
          ofShare[e][c / width] += grad.at(v, c) * x.at(u, c);
        }
        for (int h = 0; h < heads; h++) {
          mean[v][h] += share[e][h] * ofShare[e][h];
        }
      }
      for (int e = 0; e < ofShare.length; e++) {
        for (int h = 0; h < heads; h++) {
          double centred = share[e][h] * ofShare[e][h] - softmax[e][h] * mean[rowOf[e]][h];
          ofTargets[rowOf[e]][h] += centred * slope(e, h);
          ofSources[a.column()[e]][h] += centred * slope(e, h);
        }
      }
    }
  }
}
