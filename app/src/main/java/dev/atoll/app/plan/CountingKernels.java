package dev.atoll.app.plan;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.app.plan.Work.Reach;
import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;

/**
 * Kernels that count their work instead of doing it. What they leave in their results is whatever
 * was there; results that are one number are 1, so that nothing which goes on until a loss is small
 * ends at once.
 */
final class CountingKernels implements Kernels {
  /** Products so thin that memory limits them count as if they had this many per byte. */
  private static final double OPERATIONS_PER_BYTE = 8;

  private final WorkCounts tally;

  CountingKernels(WorkCounts tally) {
    this.tally = tally;
  }

  private static long bytes(Matrix... matrices) {
    long sum = 0;
    for (Matrix m : matrices) {
      sum += m == null ? 0 : (long) m.rows() * m.cols() * m.type().bytes();
    }
    return sum;
  }

  private void count(Work work, long footprint, double amount) {
    tally.add(work, Reach.of(footprint), amount);
    tally.add(Work.CALLS, Reach.NEAR, 1);
  }

  private void countElements(Matrix... operands) {
    long bytes = bytes(operands);
    count(Work.CELLS, bytes, (double) bytes);
  }

  /** Every edge reads a row. */
  private void countEdges(Work work, Csr a, Matrix x, Matrix out) {
    double read = (double) a.nonZeros() * x.cols() * x.type().bytes();
    count(work, bytes(x), read + bytes(out));
  }

  private void countEdges(Work work, Csr a, Matrix values) {
    double touched = (double) a.nonZeros() * values.cols() * Float.BYTES;
    count(work, (long) touched, touched);
  }

  private static void one(Matrix out) {
    out.data().set(JAVA_FLOAT_UNALIGNED, 0, 1);
  }

  @Override
  public void fill(float value, Matrix out) {
    countElements(out);
  }

  @Override
  public void copy(Matrix x, Matrix out) {
    countElements(x, out);
  }

  @Override
  public void add(float alpha, Matrix x, float beta, Matrix out) {
    countElements(x, out);
  }

  @Override
  public void multiply(Matrix x, Matrix y, float beta, Matrix out) {
    countElements(x, y, out);
  }

  @Override
  public void gemm(
      boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    double inner = transposeA ? a.rows() : a.cols();
    double operations = 2 * inner * out.rows() * out.cols();
    long moved = bytes(a, b, out);
    count(Work.PRODUCTS, moved, Math.max(operations, OPERATIONS_PER_BYTE * moved));
  }

  @Override
  public void spmm(Csr a, Matrix x, float beta, Matrix out) {
    countEdges(a.weight() == null ? Work.LINKS : Work.WEIGHTED_LINKS, a, x, out);
  }

  @Override
  public void spmmHeads(Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    countEdges(Work.WEIGHTED_LINKS, a, x, out);
  }

  @Override
  public void edgeDot(Csr a, Matrix left, Matrix right, float beta, Matrix out) {
    countEdges(Work.WEIGHTED_LINKS, a, right, out);
  }

  @Override
  public void edgeAdd(Csr a, Matrix left, Matrix right, Matrix out) {
    countEdges(Work.EDGES, a, out);
  }

  @Override
  public void sumEdges(Csr a, Matrix values, Buffer edgeOf, float beta, Matrix out) {
    countEdges(Work.EDGES, a, out);
  }

  @Override
  public void dropEdges(Csr a, Dropout dropout, Matrix out) {
    countEdges(Work.EDGE_DRAWS, a, out);
  }

  @Override
  public void edgeSoftmax(Csr a, Matrix values, Matrix out) {
    countEdges(Work.EXPONENTIALS, a, values);
  }

  @Override
  public void edgeSoftmaxBackward(Csr a, Matrix out, Matrix gradOut, Matrix gradIn) {
    countEdges(Work.EDGES, a, out);
  }

  @Override
  public void spmmMax(Csr a, Matrix x, Matrix out, Matrix argmax) {
    countEdges(Work.WEIGHTED_LINKS, a, x, out);
  }

  @Override
  public void spmmMaxBackward(
      Csr transposed, Matrix argmax, Matrix gradOut, float beta, Matrix gradIn) {
    countEdges(Work.WEIGHTED_LINKS, transposed, gradOut, gradIn);
  }

  @Override
  public void gather(Matrix x, Buffer rows, Matrix out) {
    count(Work.ROWS, bytes(x), (double) bytes(out));
  }

  @Override
  public void scatterAdd(Matrix x, Buffer rows, Matrix out) {
    count(Work.ROWS, bytes(out), 2.0 * bytes(x));
  }

  @Override
  public void sumRows(Matrix x, float beta, Matrix out) {
    countElements(x);
  }

  @Override
  public void activate(Activation activation, Matrix x, Matrix bias, Dropout dropout, Matrix out) {
    countActivation(dropout, x, out);
  }

  private void countActivation(Dropout dropout, Matrix x, Matrix out) {
    if (dropout.isOff()) {
      countElements(x, out);
    } else {
      count(Work.DRAWS, bytes(x, out), (double) bytes(out));
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
    countActivation(dropout, out, gradIn);
  }

  @Override
  public void layerNorm(
      Matrix x, Matrix gain, Matrix shift, float epsilon, Matrix out, Matrix stats) {
    countElements(x, x, out);
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
    countElements(x, x, gradOut, gradOut, gradIn);
  }

  @Override
  public void logSoftmax(Matrix x, Matrix out) {
    count(Work.EXPONENTIALS, bytes(x, out), (double) bytes(out));
  }

  @Override
  public void softmaxCrossEntropy(
      Matrix logits, Buffer labels, Buffer weight, float scale, Matrix loss, Matrix grad) {
    one(loss);
    count(Work.EXPONENTIALS, bytes(logits, grad), (double) bytes(grad));
  }

  @Override
  public void sigmoidCrossEntropy(
      Matrix logits, Matrix targets, float scale, Matrix loss, Matrix grad) {
    one(loss);
    count(Work.EXPONENTIALS, bytes(logits, grad), (double) bytes(grad));
  }

  @Override
  public void sumOfSquares(Matrix x, Matrix out) {
    one(out);
    countElements(x);
  }

  @Override
  public void adam(
      AdamStep step, Matrix grad, Matrix value, Matrix firstMoment, Matrix secondMoment) {
    count(Work.OPTIMIZER, bytes(grad, value, firstMoment, secondMoment), (double) bytes(value));
  }

  @Override
  public void sgd(
      float rate, float momentum, float decay, Matrix grad, Matrix value, Matrix velocity) {
    count(Work.OPTIMIZER, bytes(grad, value, velocity), (double) bytes(value));
  }
}
