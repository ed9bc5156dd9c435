package dev.atoll.tensor;

import java.util.EnumSet;
import java.util.Set;

/**
 * Kernels whose floating operands may each be {@link DType#F32} or of a 16-bit type. Kernels that
 * support 16-bit operands receive them; for other kernels they are copied to F32 first and results
 * are rounded afterwards. Sums are F32 either way.
 */
public final class MixedKernels implements Kernels, AutoCloseable {
  /** Kernels that may take 16-bit operands themselves, besides fill, copy and gather. */
  public enum Direct {
    /** {@link Kernels#add}, of any types. */
    ADD,
    /** {@link Kernels#gemm} of F32 and BF16. */
    GEMM,
    /**
     * {@link Kernels#spmm} into a 16-bit type, which is always direct from one, and {@link
     * Kernels#spmmHeads} from and into one.
     */
    SPMM,
    /** {@link Kernels#spmm} from BF16 into BF16. */
    SPMM_BF16,
    /** {@link Kernels#activate} of any types, and its gradient where all types are the same. */
    ACTIVATE,
    /** {@link Kernels#sumRows}. */
    SUM_ROWS,
    /** {@link Kernels#attention} and its gradient, where all rows are of one type. */
    ATTENTION
  }

  private final Kernels kernels;
  private final Workspace memory;
  private final Set<Direct> direct;

  /**
   * @param memory for copies, closed with this
   */
  public MixedKernels(Kernels kernels, Workspace memory, Set<Direct> direct) {
    this.kernels = kernels;
    this.memory = memory;
    this.direct = direct.isEmpty() ? EnumSet.noneOf(Direct.class) : EnumSet.copyOf(direct);
  }

  @Override
  public void close() {
    memory.close();
  }

  /** The elements as F32. */
  private Matrix wide(Matrix x) {
    if (x == null || isFull(x)) {
      return x;
    }
    Matrix copy = memory.matrix(x.rows(), x.cols());
    kernels.copy(x, copy);
    return copy;
  }

  /** The F32 matrix in which a result is computed. */
  private Matrix result(Matrix out, float beta) {
    if (out == null || isFull(out)) {
      return out;
    }
    return beta == 0 ? memory.matrix(out.rows(), out.cols()) : wide(out);
  }

  /** Rounds a result, and releases all copies. */
  private void finish(Matrix wide, Matrix out) {
    if (wide.type() != out.type()) {
      kernels.copy(wide, out);
    }
    memory.reset();
  }

  private static boolean isFull(Matrix x) {
    return x.type() != DType.BF16 && x.type() != DType.F16;
  }

  private static boolean isHalfFloat(Matrix x) {
    return x.type() == DType.F16;
  }

  @Override
  public void fill(float value, Matrix out) {
    kernels.fill(value, out);
  }

  @Override
  public void copy(Matrix x, Matrix out) {
    kernels.copy(x, out);
  }

  @Override
  public void gather(Matrix x, Buffer rows, Matrix out) {
    kernels.gather(x, rows, out);
  }

  @Override
  public synchronized void add(float alpha, Matrix x, float beta, Matrix out) {
    if (direct.contains(Direct.ADD)) {
      kernels.add(alpha, x, beta, out);
      return;
    }
    Matrix from = wide(x);
    Matrix to = result(out, beta);
    kernels.add(alpha, from, beta, to);
    finish(to, out);
  }

  @Override
  public synchronized void multiply(Matrix x, Matrix y, float beta, Matrix out) {
    Matrix left = wide(x);
    Matrix right = wide(y);
    Matrix to = result(out, beta);
    kernels.multiply(left, right, beta, to);
    finish(to, out);
  }

  @Override
  public synchronized void gemm(
      boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    if (direct.contains(Direct.GEMM) && !isHalfFloat(a) && !isHalfFloat(b) && !isHalfFloat(out)) {
      kernels.gemm(transposeA, a, transposeB, b, beta, out);
      return;
    }
    Matrix left = wide(a);
    Matrix right = wide(b);
    Matrix to = result(out, beta);
    kernels.gemm(transposeA, left, transposeB, right, beta, to);
    finish(to, out);
  }

  @Override
  public synchronized void spmm(Csr a, Matrix x, float beta, Matrix out) {
    Matrix to = isDirectSpmm(x, out) ? out : result(out, beta);
    kernels.spmm(a, x, beta, to);
    finish(to, out);
  }

  @Override
  public synchronized void spmmMostlyZero(Csr a, Matrix x, float beta, Matrix out) {
    Matrix to = isDirectSpmm(x, out) ? out : result(out, beta);
    kernels.spmmMostlyZero(a, x, beta, to);
    finish(to, out);
  }

  private boolean isDirectSpmm(Matrix x, Matrix out) {
    return direct.contains(Direct.SPMM)
        || (direct.contains(Direct.SPMM_BF16)
            && x.type() == DType.BF16
            && out.type() == DType.BF16);
  }

  @Override
  public synchronized void spmmHeads(
      Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    boolean asTheyAre = direct.contains(Direct.SPMM);
    Matrix from = asTheyAre ? x : wide(x);
    Matrix to = asTheyAre ? out : result(out, beta);
    kernels.spmmHeads(a, wide(values), edgeOf, from, beta, to);
    finish(to, out);
  }

  @Override
  public synchronized void edgeDot(Csr a, Matrix left, Matrix right, float beta, Matrix out) {
    Matrix x = wide(left);
    Matrix y = wide(right);
    Matrix to = result(out, beta);
    kernels.edgeDot(a, x, y, beta, to);
    finish(to, out);
  }

  @Override
  public synchronized void edgeAdd(Csr a, Matrix left, Matrix right, Matrix out) {
    Matrix x = wide(left);
    Matrix y = wide(right);
    Matrix to = result(out, 0);
    kernels.edgeAdd(a, x, y, to);
    finish(to, out);
  }

  @Override
  public synchronized void sumEdges(Csr a, Matrix values, Buffer edgeOf, float beta, Matrix out) {
    Matrix from = wide(values);
    Matrix to = result(out, beta);
    kernels.sumEdges(a, from, edgeOf, beta, to);
    finish(to, out);
  }

  @Override
  public synchronized void dropEdges(Csr a, Dropout dropout, Matrix out) {
    Matrix to = result(out, 0);
    kernels.dropEdges(a, dropout, to);
    finish(to, out);
  }

  @Override
  public synchronized void edgeSoftmax(Csr a, Matrix values, Matrix out) {
    Matrix from = wide(values);
    Matrix to = result(out, 0);
    kernels.edgeSoftmax(a, from, to);
    finish(to, out);
  }

  @Override
  public synchronized void edgeSoftmaxBackward(Csr a, Matrix out, Matrix gradOut, Matrix gradIn) {
    Matrix shares = wide(out);
    Matrix grad = wide(gradOut);
    Matrix to = result(gradIn, 0);
    kernels.edgeSoftmaxBackward(a, shares, grad, to);
    finish(to, gradIn);
  }

  @Override
  public synchronized void attention(AttentionScores scores, Matrix x, Matrix out) {
    boolean asTheyAre = direct.contains(Direct.ATTENTION) && x.type() == out.type();
    Matrix from = asTheyAre ? x : wide(x);
    Matrix to = asTheyAre ? out : result(out, 0);
    kernels.attention(scores, from, to);
    finish(to, out);
  }

  @Override
  public synchronized void attentionBackward(
      AttentionScores scores, Matrix x, Matrix gradOut, AttentionGradients gradients) {
    boolean same = x.type() == gradOut.type() && x.type() == gradients.x().type();
    boolean asTheyAre = same && direct.contains(Direct.ATTENTION);
    Matrix from = asTheyAre ? x : wide(x);
    Matrix grad = asTheyAre ? gradOut : wide(gradOut);
    Matrix to = asTheyAre ? gradients.x() : result(gradients.x(), gradients.beta());
    kernels.attentionBackward(scores, from, grad, gradients.withX(to));
    finish(to, gradients.x());
  }

  @Override
  public synchronized void spmmMax(Csr a, Matrix x, Matrix out, Matrix argmax) {
    Matrix from = wide(x);
    Matrix to = result(out, 0);
    kernels.spmmMax(a, from, to, argmax);
    finish(to, out);
  }

  @Override
  public synchronized void spmmMaxBackward(
      Csr transposed, Matrix argmax, Matrix gradOut, float beta, Matrix gradIn) {
    Matrix grad = wide(gradOut);
    Matrix to = result(gradIn, beta);
    kernels.spmmMaxBackward(transposed, argmax, grad, beta, to);
    finish(to, gradIn);
  }

  @Override
  public synchronized void scatterAdd(Matrix x, Buffer rows, Matrix out) {
    Matrix from = wide(x);
    Matrix to = result(out, 1);
    kernels.scatterAdd(from, rows, to);
    finish(to, out);
  }

  @Override
  public synchronized void sumRows(Matrix x, float beta, Matrix out) {
    Matrix from = direct.contains(Direct.SUM_ROWS) ? x : wide(x);
    Matrix to = result(out, beta);
    kernels.sumRows(from, beta, to);
    finish(to, out);
  }

  @Override
  public synchronized void activate(
      Activation activation, Matrix x, Matrix bias, Dropout dropout, Matrix out) {
    boolean asTheyAre = direct.contains(Direct.ACTIVATE);
    Matrix from = asTheyAre ? x : wide(x);
    Matrix to = asTheyAre ? out : result(out, 0);
    kernels.activate(activation, from, wide(bias), dropout, to);
    finish(to, out);
  }

  @Override
  public synchronized void activateBackward(
      Activation activation,
      Matrix out,
      Dropout dropout,
      Matrix gradOut,
      float beta,
      Matrix gradIn) {
    boolean same = out.type() == gradOut.type() && out.type() == gradIn.type();
    if (same && direct.contains(Direct.ACTIVATE)) {
      kernels.activateBackward(activation, out, dropout, gradOut, beta, gradIn);
      return;
    }
    Matrix came = wide(out);
    Matrix grad = wide(gradOut);
    Matrix to = result(gradIn, beta);
    kernels.activateBackward(activation, came, dropout, grad, beta, to);
    finish(to, gradIn);
  }

  @Override
  public synchronized void activateBackwardSum(
      Activation activation, Matrix out, Dropout dropout, Matrix grad, float beta, Matrix sum) {
    activateBackward(activation, out, dropout, grad, 0, grad);
    sumRows(grad, beta, sum);
  }

  @Override
  public synchronized void layerNorm(
      Matrix x, Matrix gain, Matrix shift, float epsilon, Matrix out, Matrix stats) {
    Matrix from = wide(x);
    Matrix to = result(out, 0);
    kernels.layerNorm(from, gain, shift, epsilon, to, stats);
    finish(to, out);
  }

  @Override
  public synchronized void layerNormBackward(
      Matrix x,
      Matrix gain,
      Matrix stats,
      Matrix gradOut,
      float beta,
      Matrix gradIn,
      Matrix gradGain,
      Matrix gradShift) {
    Matrix from = wide(x);
    Matrix grad = wide(gradOut);
    Matrix to = result(gradIn, beta);
    kernels.layerNormBackward(from, gain, stats, grad, beta, to, gradGain, gradShift);
    finish(to, gradIn);
  }

  @Override
  public synchronized void softmaxCrossEntropy(
      Matrix logits, Buffer labels, Buffer weight, float scale, Matrix loss, Matrix grad) {
    Matrix from = wide(logits);
    Matrix to = result(grad, 0);
    kernels.softmaxCrossEntropy(from, labels, weight, scale, loss, to);
    finish(to, grad);
  }

  @Override
  public synchronized void sigmoidCrossEntropy(
      Matrix logits, Matrix targets, float scale, Matrix loss, Matrix grad) {
    Matrix from = wide(logits);
    Matrix wanted = wide(targets);
    Matrix to = result(grad, 0);
    kernels.sigmoidCrossEntropy(from, wanted, scale, loss, to);
    finish(to, grad);
  }

  @Override
  public synchronized void sumOfSquares(Matrix x, Matrix out) {
    kernels.sumOfSquares(wide(x), out);
    memory.reset();
  }

  /** Trained matrices and their moments are F32. */
  @Override
  public void adam(
      AdamStep step, Matrix grad, Matrix value, Matrix firstMoment, Matrix secondMoment) {
    kernels.adam(step, grad, value, firstMoment, secondMoment);
  }

  @Override
  public void sgd(
      float rate, float momentum, float decay, Matrix grad, Matrix value, Matrix velocity) {
    kernels.sgd(rate, momentum, decay, grad, value, velocity);
  }
}
