package dev.atoll.cuda;

import static dev.atoll.cuda.Launcher.isEmpty;

import dev.atoll.cuda.driver.Cublas;
import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.device.MixedKernels;
import java.util.EnumSet;
import java.util.Set;

/**
 * Starts every kernel on the GPU without waiting. Empty results start nothing. A kernel that uses
 * shared scratch memory starts all its launches before another one may begin.
 */
final class CudaKernels implements Kernels {
  /** Kernels that read 16-bit operands without copies. */
  static final Set<MixedKernels.Direct> MIXED = EnumSet.allOf(MixedKernels.Direct.class);

  private final DenseProducts products;
  private final ElementLaunches elements;
  private final RowLaunches rows;
  private final ScatterLaunches scatter;
  private final SparseLaunches sparse;
  private final AttentionLaunches attention;

  CudaKernels(Launcher launcher, Cublas cublas) {
    elements = new ElementLaunches(launcher);
    products = new DenseProducts(launcher, cublas, elements);
    rows = new RowLaunches(launcher);
    scatter = new ScatterLaunches(launcher);
    sparse = new SparseLaunches(launcher);
    attention = new AttentionLaunches(launcher, sparse);
  }

  @Override
  public void fill(float value, Matrix out) {
    if (!isEmpty(out)) {
      elements.fill(value, out);
    }
  }

  @Override
  public void copy(Matrix x, Matrix out) {
    if (!isEmpty(out)) {
      elements.copy(x, null, out);
    }
  }

  @Override
  public void add(float alpha, Matrix x, float beta, Matrix out) {
    if (!isEmpty(out)) {
      elements.add(alpha, x, beta, out);
    }
  }

  @Override
  public void multiply(Matrix x, Matrix y, float beta, Matrix out) {
    if (!isEmpty(out)) {
      elements.multiply(x, y, beta, out);
    }
  }

  @Override
  public synchronized void gemm(
      boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    if (isEmpty(out)) {
      return;
    }
    if (isEmpty(a)) {
      if (beta == 0) {
        elements.fill(0, out);
      } else {
        elements.add(0, out, beta, out);
      }
      return;
    }
    products.multiply(transposeA, a, transposeB, b, beta, out);
  }

  @Override
  public synchronized void spmm(Csr a, Matrix x, float beta, Matrix out) {
    if (!isEmpty(out)) {
      sparse.spmm(a, x, beta, out);
    }
  }

  @Override
  public synchronized void spmmMostlyZero(Csr a, Matrix x, float beta, Matrix out) {
    if (!isEmpty(out)) {
      sparse.spmmMostlyZero(a, x, beta, out);
    }
  }

  @Override
  public synchronized void spmmHeads(
      Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    if (!isEmpty(out)) {
      sparse.spmmHeads(a, values, edgeOf, x, beta, out);
    }
  }

  @Override
  public synchronized void edgeDot(Csr a, Matrix left, Matrix right, float beta, Matrix out) {
    if (!isEmpty(out)) {
      sparse.edgeDot(a, left, right, beta, out);
    }
  }

  @Override
  public synchronized void edgeAdd(Csr a, Matrix left, Matrix right, Matrix out) {
    if (!isEmpty(out)) {
      sparse.edgeAdd(a, left, right, out);
    }
  }

  @Override
  public synchronized void sumEdges(Csr a, Matrix values, Buffer edgeOf, float beta, Matrix out) {
    if (!isEmpty(out)) {
      sparse.sumEdges(a, values, edgeOf, beta, out);
    }
  }

  @Override
  public synchronized void dropEdges(Csr a, Dropout dropout, Matrix out) {
    if (!isEmpty(out)) {
      sparse.dropEdges(a, dropout, out);
    }
  }

  @Override
  public synchronized void edgeSoftmax(Csr a, Matrix values, Matrix out) {
    if (!isEmpty(out)) {
      sparse.edgeSoftmax(a, values, out);
    }
  }

  @Override
  public synchronized void edgeSoftmaxBackward(Csr a, Matrix out, Matrix gradOut, Matrix gradIn) {
    if (!isEmpty(out)) {
      sparse.edgeSoftmaxBackward(a, out, gradOut, gradIn);
    }
  }

  @Override
  public synchronized void attention(AttentionScores scores, Matrix x, Matrix out) {
    if (!isEmpty(out)) {
      attention.attention(scores, x, out);
    }
  }

  @Override
  public synchronized void attentionBackward(
      AttentionScores scores, Matrix x, Matrix gradOut, AttentionGradients gradients) {
    attention.attentionBackward(scores, x, gradOut, gradients);
  }

  @Override
  public synchronized void spmmMax(Csr a, Matrix x, Matrix out, Matrix argmax) {
    if (!isEmpty(out)) {
      sparse.spmmMax(a, x, out, argmax);
    }
  }

  @Override
  public synchronized void spmmMaxBackward(
      Csr transposed, Matrix argmax, Matrix gradOut, float beta, Matrix gradIn) {
    if (!isEmpty(gradIn)) {
      sparse.spmmMaxBackward(transposed, argmax, gradOut, beta, gradIn);
    }
  }

  @Override
  public void gather(Matrix x, Buffer which, Matrix out) {
    if (!isEmpty(out)) {
      elements.copy(x, which, out);
    }
  }

  @Override
  public synchronized void scatterAdd(Matrix x, Buffer which, Matrix out) {
    if (!isEmpty(x)) {
      scatter.scatterAdd(x, which, out);
    }
  }

  @Override
  public synchronized void sumRows(Matrix x, float beta, Matrix out) {
    if (!isEmpty(out)) {
      rows.sumRows(x, beta, out);
    }
  }

  @Override
  public void activate(Activation activation, Matrix x, Matrix bias, Dropout dropout, Matrix out) {
    if (!isEmpty(out)) {
      elements.activate(activation, x, bias, dropout, out);
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
    if (!isEmpty(gradIn)) {
      elements.activateBackward(activation, out, dropout, gradOut, beta, gradIn);
    }
  }

  @Override
  public synchronized void activateBackwardSum(
      Activation activation, Matrix out, Dropout dropout, Matrix grad, float beta, Matrix sum) {
    if (!isEmpty(sum)) {
      rows.activateBackwardSum(activation, out, dropout, grad, beta, sum);
    }
  }

  @Override
  public void layerNorm(
      Matrix x, Matrix gain, Matrix shift, float epsilon, Matrix out, Matrix stats) {
    if (!isEmpty(out)) {
      rows.layerNorm(x, gain, shift, epsilon, out, stats);
    }
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
    if (!isEmpty(x)) {
      rows.layerNormBackward(x, gain, stats, gradOut, beta, gradIn);
      rows.sumNormal(gradOut, x, stats, gradGain);
      rows.sumRows(gradOut, 1, gradShift);
    }
  }

  @Override
  public synchronized void softmaxCrossEntropy(
      Matrix logits, Buffer labels, Buffer weight, float scale, Matrix loss, Matrix grad) {
    rows.softmaxCrossEntropy(logits, labels, weight, scale, loss, grad);
  }

  @Override
  public synchronized void sigmoidCrossEntropy(
      Matrix logits, Matrix targets, float scale, Matrix loss, Matrix grad) {
    rows.sigmoidCrossEntropy(logits, targets, scale, loss, grad);
  }

  @Override
  public synchronized void sumOfSquares(Matrix x, Matrix out) {
    rows.sumOfSquares(x, out);
  }

  @Override
  public void adam(
      AdamStep step, Matrix grad, Matrix value, Matrix firstMoment, Matrix secondMoment) {
    if (!isEmpty(value)) {
      elements.adam(step, grad, value, firstMoment, secondMoment);
    }
  }

  @Override
  public void sgd(
      float rate, float momentum, float decay, Matrix grad, Matrix value, Matrix velocity) {
    if (!isEmpty(value)) {
      elements.sgd(rate, momentum, decay, grad, value, velocity);
    }
  }
}
