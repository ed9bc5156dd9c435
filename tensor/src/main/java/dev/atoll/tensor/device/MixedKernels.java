package dev.atoll.tensor.device;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
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

  /** A kernel with its first and second floating operand, of which each may be null. */
  @FunctionalInterface
  private interface Kernel {
    void run(Matrix x, Matrix y, Matrix out);
  }

  /** Runs a kernel on F32 copies of 16-bit operands, and rounds its result. */
  private void run(Matrix x, Matrix y, float beta, Matrix out, Kernel kernel) {
    run(false, x, y, beta, out, kernel);
  }

  /**
   * Runs a kernel.
   *
   * @param asTheyAre whether it receives the operands themselves
   */
  private synchronized void run(
      boolean asTheyAre, Matrix x, Matrix y, float beta, Matrix out, Kernel kernel) {
    if (asTheyAre || isFull(out)) {
      kernel.run(asTheyAre ? x : wide(x), asTheyAre ? y : wide(y), out);
    } else {
      Matrix to = beta == 0 ? memory.matrix(out.rows(), out.cols()) : wide(out);
      kernel.run(wide(x), wide(y), to);
      kernels.copy(to, out);
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
  public void add(float alpha, Matrix x, float beta, Matrix out) {
    boolean asTheyAre = direct.contains(Direct.ADD);
    run(asTheyAre, x, null, beta, out, (from, _, to) -> kernels.add(alpha, from, beta, to));
  }

  @Override
  public void multiply(Matrix x, Matrix y, float beta, Matrix out) {
    run(x, y, beta, out, (left, right, to) -> kernels.multiply(left, right, beta, to));
  }

  @Override
  public void gemm(
      boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    boolean hasHalfFloats = isHalfFloat(a) || isHalfFloat(b) || isHalfFloat(out);
    Kernel product = (x, y, to) -> kernels.gemm(transposeA, x, transposeB, y, beta, to);
    run(direct.contains(Direct.GEMM) && !hasHalfFloats, a, b, beta, out, product);
  }

  @Override
  public void spmm(Csr a, Matrix x, float beta, Matrix out) {
    run(isDirectSpmm(x, out), null, null, beta, out, (_, _, to) -> kernels.spmm(a, x, beta, to));
  }

  @Override
  public void spmmMostlyZero(Csr a, Matrix x, float beta, Matrix out) {
    boolean asTheyAre = isDirectSpmm(x, out);
    run(asTheyAre, null, null, beta, out, (_, _, to) -> kernels.spmmMostlyZero(a, x, beta, to));
  }

  private boolean isDirectSpmm(Matrix x, Matrix out) {
    return direct.contains(Direct.SPMM)
        || (direct.contains(Direct.SPMM_BF16)
            && x.type() == DType.BF16
            && out.type() == DType.BF16);
  }

  @Override
  public void spmmHeads(Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    Kernel sum = (from, _, to) -> kernels.spmmHeads(a, wide(values), edgeOf, from, beta, to);
    run(direct.contains(Direct.SPMM), x, null, beta, out, sum);
  }

  @Override
  public void edgeDot(Csr a, Matrix left, Matrix right, float beta, Matrix out) {
    run(left, right, beta, out, (x, y, to) -> kernels.edgeDot(a, x, y, beta, to));
  }

  @Override
  public void edgeAdd(Csr a, Matrix left, Matrix right, Matrix out) {
    run(left, right, 0, out, (x, y, to) -> kernels.edgeAdd(a, x, y, to));
  }

  @Override
  public void sumEdges(Csr a, Matrix values, Buffer edgeOf, float beta, Matrix out) {
    run(values, null, beta, out, (from, _, to) -> kernels.sumEdges(a, from, edgeOf, beta, to));
  }

  @Override
  public void dropEdges(Csr a, Dropout dropout, Matrix out) {
    run(null, null, 0, out, (_, _, to) -> kernels.dropEdges(a, dropout, to));
  }

  @Override
  public void edgeSoftmax(Csr a, Matrix values, Matrix out) {
    run(values, null, 0, out, (from, _, to) -> kernels.edgeSoftmax(a, from, to));
  }

  @Override
  public void edgeSoftmaxBackward(Csr a, Matrix out, Matrix gradOut, Matrix gradIn) {
    run(out, gradOut, 0, gradIn, (x, y, to) -> kernels.edgeSoftmaxBackward(a, x, y, to));
  }

  @Override
  public void attention(AttentionScores scores, Matrix x, Matrix out) {
    boolean asTheyAre = direct.contains(Direct.ATTENTION) && x.type() == out.type();
    run(asTheyAre, x, null, 0, out, (from, _, to) -> kernels.attention(scores, from, to));
  }

  @Override
  public void attentionBackward(
      AttentionScores scores, Matrix x, Matrix gradOut, AttentionGradients gradients) {
    boolean same = x.type() == gradOut.type() && x.type() == gradients.x().type();
    boolean asTheyAre = same && direct.contains(Direct.ATTENTION);
    Kernel rule = (a, b, to) -> kernels.attentionBackward(scores, a, b, gradients.withX(to));
    run(asTheyAre, x, gradOut, gradients.beta(), gradients.x(), rule);
  }

  @Override
  public void spmmMax(Csr a, Matrix x, Matrix out, Matrix argmax) {
    run(x, null, 0, out, (from, _, to) -> kernels.spmmMax(a, from, to, argmax));
  }

  @Override
  public void spmmMaxBackward(
      Csr transposed, Matrix argmax, Matrix gradOut, float beta, Matrix gradIn) {
    Kernel sum = (grad, _, to) -> kernels.spmmMaxBackward(transposed, argmax, grad, beta, to);
    run(gradOut, null, beta, gradIn, sum);
  }

  @Override
  public void scatterAdd(Matrix x, Buffer rows, Matrix out) {
    run(x, null, 1, out, (from, _, to) -> kernels.scatterAdd(from, rows, to));
  }

  @Override
  public void sumRows(Matrix x, float beta, Matrix out) {
    boolean reads = direct.contains(Direct.SUM_ROWS);
    Kernel sum = (from, _, to) -> kernels.sumRows(reads ? x : from, beta, to);
    run(reads ? null : x, null, beta, out, sum);
  }

  @Override
  public void activate(Activation activation, Matrix x, Matrix bias, Dropout dropout, Matrix out) {
    Kernel rule = (from, _, to) -> kernels.activate(activation, from, wide(bias), dropout, to);
    run(direct.contains(Direct.ACTIVATE), x, null, 0, out, rule);
  }

  @Override
  public void activateBackward(
      Activation activation,
      Matrix out,
      Dropout dropout,
      Matrix gradOut,
      float beta,
      Matrix gradIn) {
    boolean same = out.type() == gradOut.type() && out.type() == gradIn.type();
    Kernel rule = (x, y, to) -> kernels.activateBackward(activation, x, dropout, y, beta, to);
    run(same && direct.contains(Direct.ACTIVATE), out, gradOut, beta, gradIn, rule);
  }

  @Override
  public synchronized void activateBackwardSum(
      Activation activation, Matrix out, Dropout dropout, Matrix grad, float beta, Matrix sum) {
    activateBackward(activation, out, dropout, grad, 0, grad);
    sumRows(grad, beta, sum);
  }

  @Override
  public void layerNorm(
      Matrix x, Matrix gain, Matrix shift, float epsilon, Matrix out, Matrix stats) {
    Kernel norm = (from, _, to) -> kernels.layerNorm(from, gain, shift, epsilon, to, stats);
    run(x, null, 0, out, norm);
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
    run(
        x,
        gradOut,
        beta,
        gradIn,
        (from, grad, to) ->
            kernels.layerNormBackward(from, gain, stats, grad, beta, to, gradGain, gradShift));
  }

  @Override
  public void softmaxCrossEntropy(
      Matrix logits, Buffer labels, Buffer weight, float scale, Matrix loss, Matrix grad) {
    Kernel rule = (x, _, to) -> kernels.softmaxCrossEntropy(x, labels, weight, scale, loss, to);
    run(logits, null, 0, grad, rule);
  }

  @Override
  public void sigmoidCrossEntropy(
      Matrix logits, Matrix targets, float scale, Matrix loss, Matrix grad) {
    Kernel rule = (x, wanted, to) -> kernels.sigmoidCrossEntropy(x, wanted, scale, loss, to);
    run(logits, targets, 0, grad, rule);
  }

  @Override
  public void sumOfSquares(Matrix x, Matrix out) {
    run(x, null, 0, out, (from, _, to) -> kernels.sumOfSquares(from, to));
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
