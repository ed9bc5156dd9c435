package dev.atoll.app.plan.kernel;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.app.plan.kernel.Work.Reach;
import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import java.util.function.Consumer;

/**
 * Kernels that count their work instead of doing it, except for calls that a {@link KernelProbe}
 * times. Results have no meaning; those that are one number are 1, so that a loop which ends at a
 * small loss does not end at once.
 */
final class CountingKernels implements Kernels {
  /** Operations per byte that are counted for products limited by memory. */
  private static final double OPERATIONS_PER_BYTE = 8;

  /** Passes over edge values in the backward pass of attention: write, read, write, read. */
  private static final int EDGE_PASSES = 4;

  private final WorkCounts tally;
  private final KernelProbe probe;
  private final Backend real;

  /**
   * @param probe selects the calls that are computed
   * @param real computes them
   */
  CountingKernels(WorkCounts tally, KernelProbe probe, Backend real) {
    this.tally = tally;
    this.probe = probe;
    this.real = real;
  }

  private static long bytes(Matrix... matrices) {
    long sum = 0;
    for (Matrix m : matrices) {
      sum += m == null ? 0 : (long) m.rows() * m.cols() * m.type().bytes();
    }
    return sum;
  }

  private void count(
      String kernel,
      Work work,
      long footprint,
      double amount,
      String shape,
      Consumer<Kernels> call) {
    Reach reach = Reach.of(footprint);
    var counted = new ShapedCall(kernel, work, reach, probe.crew(), shape);
    tally.add(counted, amount);
    probe.offer(counted, amount, real, call);
  }

  private void countElements(String kernel, Consumer<Kernels> call, Matrix... operands) {
    long bytes = bytes(operands);
    count(kernel, Work.ELEMENTS, bytes, (double) bytes, ShapedCall.shape(operands[0]), call);
  }

  /** Counts a sum over edges, in which every edge reads a row. */
  private void countEdges(
      String kernel, Work work, Csr a, Matrix x, Matrix out, Consumer<Kernels> call) {
    double read = (double) a.nonZeros() * x.cols() * x.type().bytes();
    count(kernel, work, bytes(x), read + bytes(out), ShapedCall.shape(a, x), call);
  }

  private void countEdges(String kernel, Work work, Csr a, Matrix values, Consumer<Kernels> call) {
    double touched = (double) a.nonZeros() * values.cols() * Float.BYTES;
    count(kernel, work, (long) touched, touched, ShapedCall.shape(a, values), call);
  }

  private void one(Matrix out) {
    if (!probe.isOpenToAll()) {
      out.data().set(JAVA_FLOAT_UNALIGNED, 0, 1);
    }
  }

  @Override
  public void fill(float value, Matrix out) {
    countElements("fill", k -> k.fill(value, out), out);
  }

  @Override
  public void copy(Matrix x, Matrix out) {
    countElements("copy", k -> k.copy(x, out), x, out);
  }

  @Override
  public void add(float alpha, Matrix x, float beta, Matrix out) {
    countElements("add", k -> k.add(alpha, x, beta, out), x, out);
  }

  @Override
  public void multiply(Matrix x, Matrix y, float beta, Matrix out) {
    countElements("multiply", k -> k.multiply(x, y, beta, out), x, y, out);
  }

  @Override
  public void gemm(
      boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    double inner = transposeA ? a.rows() : a.cols();
    double operations = 2 * inner * out.rows() * out.cols();
    long moved = bytes(a, b, out);
    count(
        transposeA ? "gemm-t" : transposeB ? "gemm-bt" : "gemm",
        Work.PRODUCTS,
        moved,
        Math.max(operations, OPERATIONS_PER_BYTE * moved),
        ShapedCall.shape(out.rows(), out.cols(), (long) inner),
        k -> k.gemm(transposeA, a, transposeB, b, beta, out));
  }

  @Override
  public void spmm(Csr a, Matrix x, float beta, Matrix out) {
    boolean plain = a.weight() == null;
    countEdges(
        plain ? "spmm" : "spmm-w",
        plain ? Work.EDGE_SUMS : Work.WEIGHTED_EDGE_SUMS,
        a,
        x,
        out,
        k -> k.spmm(a, x, beta, out));
  }

  @Override
  public void spmmMostlyZero(Csr a, Matrix x, float beta, Matrix out) {
    spmm(a, x, beta, out);
  }

  @Override
  public void spmmHeads(Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    countEdges(
        "spmmHeads",
        Work.WEIGHTED_EDGE_SUMS,
        a,
        x,
        out,
        k -> k.spmmHeads(a, values, edgeOf, x, beta, out));
  }

  @Override
  public void edgeDot(Csr a, Matrix left, Matrix right, float beta, Matrix out) {
    countEdges(
        "edgeDot",
        Work.WEIGHTED_EDGE_SUMS,
        a,
        right,
        out,
        k -> k.edgeDot(a, left, right, beta, out));
  }

  @Override
  public void edgeAdd(Csr a, Matrix left, Matrix right, Matrix out) {
    countEdges("edgeAdd", Work.EDGE_VALUES, a, out, k -> k.edgeAdd(a, left, right, out));
  }

  @Override
  public void sumEdges(Csr a, Matrix values, Buffer edgeOf, float beta, Matrix out) {
    countEdges("sumEdges", Work.EDGE_VALUES, a, out, k -> k.sumEdges(a, values, edgeOf, beta, out));
  }

  @Override
  public void dropEdges(Csr a, Dropout dropout, Matrix out) {
    countEdges("dropEdges", Work.EDGE_DRAWS, a, out, k -> k.dropEdges(a, dropout, out));
  }

  @Override
  public void edgeSoftmax(Csr a, Matrix values, Matrix out) {
    countEdges("edgeSoftmax", Work.EXPONENTIALS, a, values, k -> k.edgeSoftmax(a, values, out));
  }

  @Override
  public void edgeSoftmaxBackward(Csr a, Matrix out, Matrix gradOut, Matrix gradIn) {
    countEdges(
        "edgeSoftmaxBackward",
        Work.EDGE_VALUES,
        a,
        out,
        k -> k.edgeSoftmaxBackward(a, out, gradOut, gradIn));
  }

  @Override
  public void attention(AttentionScores scores, Matrix x, Matrix out) {
    countEdges(
        "attention",
        Work.WEIGHTED_EDGE_SUMS,
        scores.edges().byRow(),
        x,
        out,
        k -> k.attention(scores, x, out));
  }

  @Override
  public void attentionBackward(
      AttentionScores scores, Matrix x, Matrix gradOut, AttentionGradients gradients) {
    Csr a = scores.edges().byColumn();
    double read = (double) a.nonZeros() * x.cols() * x.type().bytes();
    count(
        "attentionBackward",
        Work.WEIGHTED_EDGE_SUMS,
        bytes(gradOut),
        read + bytes(x, gradients.x()) + EDGE_PASSES * (double) bytes(gradients.edgeValues()),
        ShapedCall.shape(a, gradOut),
        k -> k.attentionBackward(scores, x, gradOut, gradients));
  }

  @Override
  public void spmmMax(Csr a, Matrix x, Matrix out, Matrix argmax) {
    countEdges("spmmMax", Work.WEIGHTED_EDGE_SUMS, a, x, out, k -> k.spmmMax(a, x, out, argmax));
  }

  @Override
  public void spmmMaxBackward(
      Csr transposed, Matrix argmax, Matrix gradOut, float beta, Matrix gradIn) {
    countEdges(
        "spmmMaxBackward",
        Work.WEIGHTED_EDGE_SUMS,
        transposed,
        gradOut,
        gradIn,
        k -> k.spmmMaxBackward(transposed, argmax, gradOut, beta, gradIn));
  }

  @Override
  public void gather(Matrix x, Buffer rows, Matrix out) {
    count(
        "gather",
        Work.ROWS,
        bytes(x),
        (double) bytes(out),
        ShapedCall.shape(out),
        k -> k.gather(x, rows, out));
  }

  @Override
  public void scatterAdd(Matrix x, Buffer rows, Matrix out) {
    count(
        "scatterAdd",
        Work.ROWS,
        bytes(out),
        2.0 * bytes(x),
        ShapedCall.shape(x),
        k -> k.scatterAdd(x, rows, out));
  }

  @Override
  public void sumRows(Matrix x, float beta, Matrix out) {
    countElements("sumRows", k -> k.sumRows(x, beta, out), x);
  }

  @Override
  public void activate(Activation activation, Matrix x, Matrix bias, Dropout dropout, Matrix out) {
    countActivation(
        "activate", dropout, x, out, k -> k.activate(activation, x, bias, dropout, out));
  }

  private void countActivation(
      String kernel, Dropout dropout, Matrix x, Matrix out, Consumer<Kernels> call) {
    if (dropout.isOff()) {
      countElements(kernel, call, x, out);
    } else {
      count(kernel, Work.DRAWS, bytes(x, out), (double) bytes(out), ShapedCall.shape(out), call);
    }
  }

  @Override
  public void activateBackward(
      Activation activation,
      Matrix out,
      Dropout dropout,
      Matrix gradOut,
      float beta,
      Matrix gradIn) {
    countActivation(
        "activateBackward",
        dropout,
        out,
        gradIn,
        k -> k.activateBackward(activation, out, dropout, gradOut, beta, gradIn));
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
    countElements("layerNorm", k -> k.layerNorm(x, gain, shift, epsilon, out, stats), x, x, out);
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
    countElements(
        "layerNormBackward",
        k -> k.layerNormBackward(x, gain, stats, gradOut, beta, gradIn, gradGain, gradShift),
        x,
        x,
        gradOut,
        gradOut,
        gradIn);
  }

  @Override
  public void softmaxCrossEntropy(
      Matrix logits, Buffer labels, Buffer weight, float scale, Matrix loss, Matrix grad) {
    count(
        "softmaxCrossEntropy",
        Work.EXPONENTIALS,
        bytes(logits, grad),
        (double) bytes(grad),
        ShapedCall.shape(grad),
        k -> k.softmaxCrossEntropy(logits, labels, weight, scale, loss, grad));
    one(loss);
  }

  @Override
  public void sigmoidCrossEntropy(
      Matrix logits, Matrix targets, float scale, Matrix loss, Matrix grad) {
    count(
        "sigmoidCrossEntropy",
        Work.EXPONENTIALS,
        bytes(logits, grad),
        (double) bytes(grad),
        ShapedCall.shape(grad),
        k -> k.sigmoidCrossEntropy(logits, targets, scale, loss, grad));
    one(loss);
  }

  @Override
  public void sumOfSquares(Matrix x, Matrix out) {
    countElements("sumOfSquares", k -> k.sumOfSquares(x, out), x);
    one(out);
  }

  @Override
  public void adam(
      AdamStep step, Matrix grad, Matrix value, Matrix firstMoment, Matrix secondMoment) {
    count(
        "adam",
        Work.OPTIMIZER,
        bytes(grad, value, firstMoment, secondMoment),
        (double) bytes(value),
        ShapedCall.shape(value),
        k -> k.adam(step, grad, value, firstMoment, secondMoment));
  }

  @Override
  public void sgd(
      float rate, float momentum, float decay, Matrix grad, Matrix value, Matrix velocity) {
    count(
        "sgd",
        Work.OPTIMIZER,
        bytes(grad, value, velocity),
        (double) bytes(value),
        ShapedCall.shape(value),
        k -> k.sgd(rate, momentum, decay, grad, value, velocity));
  }
}
