package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Elements.factor;
import static dev.atoll.tensor.cpu.Elements.get;
import static dev.atoll.tensor.cpu.Elements.getInt;
import static dev.atoll.tensor.cpu.Elements.getLong;
import static dev.atoll.tensor.cpu.Elements.put;
import static dev.atoll.tensor.cpu.Elements.read;
import static dev.atoll.tensor.cpu.Elements.row;
import static dev.atoll.tensor.cpu.Elements.rowId;
import static dev.atoll.tensor.cpu.Elements.set;
import static dev.atoll.tensor.cpu.Elements.setInt;
import static dev.atoll.tensor.cpu.Elements.write;
import static dev.atoll.tensor.cpu.RowChunks.sum;
import static dev.atoll.tensor.cpu.ScalarActivation.slope;
import static dev.atoll.tensor.cpu.ScalarActivation.value;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;

/**
 * The kernels as plain loops of their formulas. Sums are in double precision, in the order of their
 * terms; independent rows are divided among the team's threads.
 */
final class ReferenceKernels implements Kernels {
  private final RowChunks chunks;
  private final Gemm gemm;

  ReferenceKernels(RowChunks chunks, Gemm gemm) {
    this.chunks = chunks;
    this.gemm = gemm;
  }

  @Override
  public void fill(float value, Matrix out) {
    chunks.forRows(
        out,
        r -> {
          for (int c = 0; c < out.cols(); c++) {
            write(out, r, c, value);
          }
        });
  }

  @Override
  public void copy(Matrix x, Matrix out) {
    chunks.forRows(
        out,
        r -> {
          for (int c = 0; c < out.cols(); c++) {
            write(out, r, c, read(x, r, c));
          }
        });
  }

  @Override
  public void add(float alpha, Matrix x, float beta, Matrix out) {
    chunks.forRows(
        out,
        r -> {
          for (int c = 0; c < out.cols(); c++) {
            put(out, r, c, alpha * get(x, r, c), beta);
          }
        });
  }

  @Override
  public void multiply(Matrix x, Matrix y, float beta, Matrix out) {
    chunks.forRows(
        out,
        r -> {
          for (int c = 0; c < out.cols(); c++) {
            put(out, r, c, get(x, r, c) * get(y, r, c), beta);
          }
        });
  }

  @Override
  public void gemm(
      boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    gemm.multiply(transposeA, a, transposeB, b, beta, out, this);
  }

  @Override
  public void spmm(Csr a, Matrix x, float beta, Matrix out) {
    chunks.forRows(
        out,
        v -> {
          long end = getLong(a.rowStart(), v + 1L);
          for (int c = 0; c < out.cols(); c++) {
            double sum = 0;
            for (long e = getLong(a.rowStart(), v); e < end; e++) {
              int u = getInt(a.column(), e);
              float value = factor(a.weight(), e) * factor(a.columnScale(), u);
              sum += (double) value * read(x, u, c);
            }
            put(out, v, c, factor(a.rowScale(), v) * (float) sum, beta);
          }
        });
  }

  @Override
  public void spmmMostlyZero(Csr a, Matrix x, float beta, Matrix out) {
    spmm(a, x, beta, out);
  }

  @Override
  public void spmmHeads(Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    int width = headWidth(out, values);
    chunks.forRows(
        out,
        v -> {
          long end = getLong(a.rowStart(), v + 1L);
          for (int c = 0; c < out.cols(); c++) {
            double sum = 0;
            for (long e = getLong(a.rowStart(), v); e < end; e++) {
              sum +=
                  (double) get(values, edge(edgeOf, e), c / width)
                      * get(x, getInt(a.column(), e), c);
            }
            put(out, v, c, (float) sum, beta);
          }
        });
  }

  @Override
  public void edgeDot(Csr a, Matrix left, Matrix right, float beta, Matrix out) {
    int width = headWidth(left, out);
    forEdges(
        a,
        (v, u, e) -> {
          for (int h = 0; h < out.cols(); h++) {
            double sum = 0;
            for (int c = h * width; c < (h + 1) * width; c++) {
              sum += (double) get(left, v, c) * get(right, u, c);
            }
            put(out, e, h, (float) sum, beta);
          }
        });
  }

  @Override
  public void edgeAdd(Csr a, Matrix left, Matrix right, Matrix out) {
    forEdges(
        a,
        (v, u, e) -> {
          for (int h = 0; h < out.cols(); h++) {
            set(out, e, h, get(left, v, h) + get(right, u, h));
          }
        });
  }

  @Override
  public void dropEdges(Csr a, Dropout dropout, Matrix out) {
    forEdges(
        a,
        (v, u, e) -> {
          boolean kept = dropout.isOff() || dropout.keeps(rowId(dropout, v), u);
          set(out, e, 0, kept ? dropout.scale() * factor(a.weight(), e) : 0);
        });
  }

  @Override
  public void sumEdges(Csr a, Matrix values, Buffer edgeOf, float beta, Matrix out) {
    chunks.forRows(
        out,
        v -> {
          long end = getLong(a.rowStart(), v + 1L);
          for (int h = 0; h < out.cols(); h++) {
            double sum = 0;
            for (long e = getLong(a.rowStart(), v); e < end; e++) {
              sum += get(values, edge(edgeOf, e), h);
            }
            put(out, v, h, (float) sum, beta);
          }
        });
  }

  @Override
  public void edgeSoftmax(Csr a, Matrix values, Matrix out) {
    chunks.forRows(
        a.rows(),
        out.cols(),
        v -> ScalarSoftmax.forward(values, out, first(a, v), first(a, v + 1)));
  }

  @Override
  public void edgeSoftmaxBackward(Csr a, Matrix out, Matrix gradOut, Matrix gradIn) {
    chunks.forRows(
        a.rows(),
        out.cols(),
        v -> ScalarSoftmax.backward(out, gradOut, gradIn, first(a, v), first(a, v + 1)));
  }

  private static int first(Csr a, int row) {
    return (int) getLong(a.rowStart(), row);
  }

  @Override
  public void attention(AttentionScores scores, Matrix x, Matrix out) {
    new ScalarAttention(chunks, this).forward(scores, x, out);
  }

  @Override
  public void attentionBackward(
      AttentionScores scores, Matrix x, Matrix gradOut, AttentionGradients gradients) {
    new ScalarAttention(chunks, this).backward(scores, x, gradOut, gradients);
  }

  @Override
  public void spmmMax(Csr a, Matrix x, Matrix out, Matrix argmax) {
    chunks.forRows(
        out,
        v -> {
          long end = getLong(a.rowStart(), v + 1L);
          for (int c = 0; c < out.cols(); c++) {
            int best = -1;
            for (long e = getLong(a.rowStart(), v); e < end; e++) {
              int u = getInt(a.column(), e);
              if (best < 0 || get(x, u, c) > get(x, best, c)) {
                best = u;
              }
            }
            set(out, v, c, best < 0 ? 0 : get(x, best, c));
            setInt(argmax, v, c, best);
          }
        });
  }

  @Override
  public void spmmMaxBackward(
      Csr transposed, Matrix argmax, Matrix gradOut, float beta, Matrix gradIn) {
    chunks.forRows(
        gradIn,
        u -> {
          long from = getLong(transposed.rowStart(), u);
          long to = getLong(transposed.rowStart(), u + 1L);
          for (int c = 0; c < gradIn.cols(); c++) {
            double sum = 0;
            int last = -1;
            for (long e = from; e < to; e++) {
              int v = getInt(transposed.column(), e);
              // Repeats of an edge are adjacent, and v chose u once.
              if (v != last && getInt(argmax, v, c) == u) {
                sum += get(gradOut, v, c);
              }
              last = v;
            }
            put(gradIn, u, c, (float) sum, beta);
          }
        });
  }

  @Override
  public void gather(Matrix x, Buffer rows, Matrix out) {
    chunks.forRows(
        out,
        r -> {
          int from = row(rows, r);
          for (int c = 0; c < out.cols(); c++) {
            write(out, r, c, read(x, from, c));
          }
        });
  }

  @Override
  public void scatterAdd(Matrix x, Buffer rows, Matrix out) {
    for (int r = 0; r < x.rows(); r++) {
      int to = row(rows, r);
      for (int c = 0; c < x.cols(); c++) {
        set(out, to, c, get(out, to, c) + get(x, r, c));
      }
    }
  }

  @Override
  public void sumRows(Matrix x, float beta, Matrix out) {
    double[] sums = new double[x.cols()];
    for (int r = 0; r < x.rows(); r++) {
      for (int c = 0; c < x.cols(); c++) {
        sums[c] += get(x, r, c);
      }
    }
    for (int c = 0; c < x.cols(); c++) {
      put(out, 0, c, (float) sums[c], beta);
    }
  }

  @Override
  public void activate(Activation activation, Matrix x, Matrix bias, Dropout dropout, Matrix out) {
    chunks.forRows(
        out,
        r -> {
          long id = rowId(dropout, r);
          for (int c = 0; c < out.cols(); c++) {
            float input = bias == null ? get(x, r, c) : get(x, r, c) + get(bias, 0, c);
            boolean kept = dropout.isOff() || dropout.keeps(id, c);
            set(out, r, c, kept ? dropout.scale() * value(activation, input) : 0);
          }
        });
  }

  @Override
  public void activateBackward(
      Activation activation,
      Matrix out,
      Dropout dropout,
      Matrix gradOut,
      float beta,
      Matrix gradIn) {
    chunks.forRows(
        gradIn,
        r -> {
          long id = rowId(dropout, r);
          for (int c = 0; c < gradIn.cols(); c++) {
            boolean kept = dropout.isOff() || dropout.keeps(id, c);
            float slope = kept ? slope(activation, get(out, r, c), dropout.scale()) : 0;
            put(gradIn, r, c, get(gradOut, r, c) * slope, beta);
          }
        });
  }

  @Override
  public void activateBackwardSum(
      Activation activation, Matrix out, Dropout dropout, Matrix grad, float beta, Matrix sum) {
    activateBackward(activation, out, dropout, grad, 0, grad);
    sumRows(grad, beta, sum);
  }

  @Override
  public void layerNorm(
      Matrix x, Matrix gain, Matrix shift, float epsilon, Matrix out, Matrix stats) {
    int cols = x.cols();
    chunks.forRows(
        out,
        r -> {
          double mean = sum(cols, c -> get(x, r, c)) / cols;
          double variance = sum(cols, c -> square(get(x, r, c) - mean)) / cols;
          double inverse = 1 / Math.sqrt(variance + epsilon);
          for (int c = 0; c < cols; c++) {
            double normal = (get(x, r, c) - mean) * inverse;
            set(out, r, c, (float) (normal * get(gain, 0, c) + get(shift, 0, c)));
          }
          set(stats, r, 0, (float) mean);
          set(stats, r, 1, (float) inverse);
        });
  }

  @Override
  public void layerNormBackward(
      Matrix x,
      Matrix gain,
      Matrix stats,
      Matrix gradOut,
      float beta,
      Matrix gradIn,
      Matrix gradGain,
      Matrix gradShift) {
    int cols = x.cols();
    chunks.forRows(
        gradIn,
        r -> {
          double mean = sum(cols, c -> get(gradOut, r, c) * get(gain, 0, c)) / cols;
          double along =
              sum(cols, c -> get(gradOut, r, c) * get(gain, 0, c) * normal(x, stats, r, c)) / cols;
          for (int c = 0; c < cols; c++) {
            double centred =
                get(gradOut, r, c) * get(gain, 0, c) - mean - normal(x, stats, r, c) * along;
            put(gradIn, r, c, (float) (centred * get(stats, r, 1)), beta);
          }
        });
    for (int c = 0; c < cols; c++) {
      int column = c;
      put(
          gradGain,
          0,
          c,
          (float) sum(x.rows(), r -> get(gradOut, r, column) * normal(x, stats, r, column)),
          1);
      put(gradShift, 0, c, (float) sum(x.rows(), r -> get(gradOut, r, column)), 1);
    }
  }

  private static double normal(Matrix x, Matrix stats, int r, int c) {
    return ((double) get(x, r, c) - get(stats, r, 0)) * get(stats, r, 1);
  }

  @Override
  public void softmaxCrossEntropy(
      Matrix logits, Buffer labels, Buffer weight, float scale, Matrix loss, Matrix grad) {
    double sum =
        chunks.sumOverRows(
            logits,
            r -> {
              int label = getInt(labels, r);
              double factor = label < 0 ? 0 : (double) scale * factor(weight, r);
              double logSum = logSumExp(logits, r);
              for (int c = 0; c < logits.cols(); c++) {
                double excess = StrictMath.exp(get(logits, r, c) - logSum) - (c == label ? 1 : 0);
                set(grad, r, c, label < 0 ? 0 : (float) (factor * excess));
              }
              return label < 0 ? 0 : factor * (logSum - get(logits, r, label));
            });
    set(loss, 0, 0, (float) sum);
  }

  private static double logSumExp(Matrix x, int r) {
    float max = Float.NEGATIVE_INFINITY;
    for (int c = 0; c < x.cols(); c++) {
      max = Math.max(max, get(x, r, c));
    }
    double shift = max;
    return shift + StrictMath.log(sum(x.cols(), c -> StrictMath.exp(get(x, r, c) - shift)));
  }

  @Override
  public void sigmoidCrossEntropy(
      Matrix logits, Matrix targets, float scale, Matrix loss, Matrix grad) {
    double sum =
        chunks.sumOverRows(
            logits,
            r -> {
              double rowSum = 0;
              for (int c = 0; c < logits.cols(); c++) {
                double x = get(logits, r, c);
                double target = get(targets, r, c);
                set(grad, r, c, (float) (scale * (1 / (1 + StrictMath.exp(-x)) - target)));
                rowSum +=
                    Math.max(x, 0) - x * target + StrictMath.log1p(StrictMath.exp(-Math.abs(x)));
              }
              return rowSum;
            });
    set(loss, 0, 0, (float) (scale * sum));
  }

  @Override
  public void sumOfSquares(Matrix x, Matrix out) {
    double sum = chunks.sumOverRows(x, r -> sum(x.cols(), c -> square(get(x, r, c))));
    set(out, 0, 0, (float) sum);
  }

  @Override
  public void adam(
      AdamStep step, Matrix grad, Matrix value, Matrix firstMoment, Matrix secondMoment) {
    double correction1 = 1 - StrictMath.pow(step.beta1(), step.step());
    double correction2 = 1 - StrictMath.pow(step.beta2(), step.step());
    chunks.forRows(
        value,
        r -> {
          for (int c = 0; c < value.cols(); c++) {
            float old = get(value, r, c);
            float g = get(grad, r, c) + (step.decoupled() ? 0 : step.decay() * old);
            float m = step.beta1() * get(firstMoment, r, c) + (1 - step.beta1()) * g;
            float v = step.beta2() * get(secondMoment, r, c) + (1 - step.beta2()) * g * g;
            double move = m / correction1 / (Math.sqrt(v / correction2) + step.epsilon());
            double shrink = step.decoupled() ? step.decay() * old : 0;
            set(firstMoment, r, c, m);
            set(secondMoment, r, c, v);
            set(value, r, c, (float) (old - step.rate() * (move + shrink)));
          }
        });
  }

  @Override
  public void sgd(
      float rate, float momentum, float decay, Matrix grad, Matrix value, Matrix velocity) {
    chunks.forRows(
        value,
        r -> {
          for (int c = 0; c < value.cols(); c++) {
            float g = get(grad, r, c) + decay * get(value, r, c);
            float speed = momentum * get(velocity, r, c) + g;
            set(velocity, r, c, speed);
            set(value, r, c, get(value, r, c) - rate * speed);
          }
        });
  }

  /** An edge of a sparse matrix: row, column, number. */
  @FunctionalInterface
  private interface Edge {
    void accept(int row, int column, int edge);
  }

  private void forEdges(Csr a, Edge body) {
    chunks.forRows(
        a.rows(),
        64,
        v -> {
          long end = getLong(a.rowStart(), v + 1L);
          for (long e = getLong(a.rowStart(), v); e < end; e++) {
            body.accept(v, getInt(a.column(), e), (int) e);
          }
        });
  }

  private static int edge(Buffer edgeOf, long e) {
    return edgeOf == null ? (int) e : getInt(edgeOf, e);
  }

  private static int headWidth(Matrix wide, Matrix perHead) {
    return wide.cols() / Math.max(1, perHead.cols());
  }

  private static double square(double x) {
    return x * x;
  }
}
