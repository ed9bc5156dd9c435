package dev.atoll.tensor;

/**
 * The numeric primitives of a device.
 *
 * <ul>
 *   <li>Destination last. {@code beta} is 0 (overwrite; old values are not read) or 1 (add to the
 *       old values), any float for {@link #gemm} and {@link #add}.
 *   <li>Kernels allocate nothing for the caller and return nothing: scalar results go to a matrix
 *       of one element.
 *   <li>All operands live on this device. Matrices are {@link DType#F32} unless stated otherwise.
 *       Outputs do not overlap inputs unless stated otherwise.
 *   <li>Shapes are checked above, by the tape; kernels trust them.
 *   <li>Indices (columns of a {@link Csr}, rows to gather or scatter, labels) are checked once,
 *       where they enter the program: when a file is opened, a graph is built or labels are loaded.
 *       Kernels trust them, and an index out of range may read or write foreign memory.
 *   <li>Memory is checked on every call on the CPU: closed memory is refused, and so are Java
 *       arrays where a kernel works on addresses.
 *   <li>The same call gives the same bits on any number of threads.
 * </ul>
 *
 * <p>{@code spmm} (sparse times dense) is the aggregation of layers. "Heads": a row of {@code
 * heads·d} columns is {@code heads} groups of {@code d}; edge values have one column per head.
 */
public interface Kernels {
  void fill(float value, Matrix out);

  /**
   * {@code out = x}, converting between {@link DType#F32}, {@link DType#BF16} and {@link
   * DType#F16}.
   */
  void copy(Matrix x, Matrix out);

  /** {@code out = alpha·x + beta·out}. */
  void add(float alpha, Matrix x, float beta, Matrix out);

  /** {@code out = x ⊙ y + beta·out}, element by element. */
  void multiply(Matrix x, Matrix y, float beta, Matrix out);

  /** {@code out = op(a)·op(b) + beta·out}. */
  void gemm(boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out);

  /** {@code out = a·x + beta·out}; {@code x} may be of a 16-bit type. */
  void spmm(Csr a, Matrix x, float beta, Matrix out);

  /**
   * Computes {@link #spmm} for an x most of whose elements are expected to be 0, as after ReLU and
   * dropout. The result is the same for any x.
   */
  void spmmMostlyZero(Csr a, Matrix x, float beta, Matrix out);

  /**
   * Multiplies with separate edge values, one per head: {@code out[v,h,:] = Σ_e
   * values[edge(e),h]·x[column(e),h,:] + beta·out}, over the edges e of row v; {@code a}'s own
   * weight and scales are not used.
   *
   * @param edgeOf maps edges of {@code a} to rows of {@code values}, or null for the identity
   */
  void spmmHeads(Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out);

  /**
   * {@code out[e,h] = ⟨left[row(e),h,:], right[column(e),h,:]⟩ + beta·out}: the gradient of edge
   * values.
   */
  void edgeDot(Csr a, Matrix left, Matrix right, float beta, Matrix out);

  /** {@code out[e,h] = left[row(e),h] + right[column(e),h]}. */
  void edgeAdd(Csr a, Matrix left, Matrix right, Matrix out);

  /** {@code out[v,h] = Σ_e values[edge(e),h] + beta·out}: sums edge values by row. */
  void sumEdges(Csr a, Matrix values, Buffer edgeOf, float beta, Matrix out);

  /**
   * {@code out[e] = dropout(weight[e])}: drops the stored edges of {@code a} that {@link #activate}
   * would drop of a dense matrix, and scales the others; the scales of {@code a} are not used.
   */
  void dropEdges(Csr a, Dropout dropout, Matrix out);

  /** Softmax of edge values over each row, head by head; may work in place. */
  void edgeSoftmax(Csr a, Matrix values, Matrix out);

  /** {@code gradIn = out ⊙ (gradOut − Σ_row out·gradOut)}; may overwrite {@code gradOut}. */
  void edgeSoftmaxBackward(Csr a, Matrix out, Matrix gradOut, Matrix gradIn);

  /**
   * Attention in one call: {@code out[v,h,:] = Σ_e share(e,h)·x[column(e),h,:]}, by the shares of
   * {@code scores}, whose {@code logSums} are written. {@code x} and {@code out} may be of one
   * 16-bit type.
   */
  void attention(AttentionScores scores, Matrix x, Matrix out);

  /**
   * The gradients of {@link #attention}. {@code x}, {@code gradOut} and the gradient of {@code x}
   * may be of one 16-bit type.
   */
  void attentionBackward(
      AttentionScores scores, Matrix x, Matrix gradOut, AttentionGradients gradients);

  /**
   * {@code out[v,c] = max_e x[column(e),c]}, 0 for an empty row; {@code argmax} ({@link DType#I32})
   * remembers the column.
   */
  void spmmMax(Csr a, Matrix x, Matrix out, Matrix argmax);

  /**
   * {@code gradIn[u,c] = Σ_v [argmax[v,c] = u]·gradOut[v,c] + beta·gradIn}, over the rows v of
   * {@code u} in the transpose.
   */
  void spmmMaxBackward(Csr transposed, Matrix argmax, Matrix gradOut, float beta, Matrix gradIn);

  /** {@code out[i,:] = x[rows[i],:]}; {@code x} may be of a 16-bit type. */
  void gather(Matrix x, Buffer rows, Matrix out);

  /** {@code out[rows[i],:] += x[i,:]}, in the order of i where rows repeat. */
  void scatterAdd(Matrix x, Buffer rows, Matrix out);

  /** {@code out[0,:] = Σ_r x[r,:] + beta·out}: the gradient of a bias. */
  void sumRows(Matrix x, float beta, Matrix out);

  /**
   * {@code out = dropout(activation(x + bias))}; {@code bias} is one row, or null; may work in
   * place.
   */
  void activate(Activation activation, Matrix x, Matrix bias, Dropout dropout, Matrix out);

  /**
   * The gradient before {@link #activate}, from its output: {@code gradIn = gradOut ⊙ dropout' ⊙
   * activation' + beta·gradIn}; with {@code beta} 0 may overwrite {@code gradOut}.
   */
  void activateBackward(
      Activation activation,
      Matrix out,
      Dropout dropout,
      Matrix gradOut,
      float beta,
      Matrix gradIn);

  /**
   * {@link #activateBackward} in place, with the sum of the rows that come out of it: {@code
   * sum[0,:] = Σ_r grad[r,:] + beta·sum}.
   */
  void activateBackwardSum(
      Activation activation, Matrix out, Dropout dropout, Matrix grad, float beta, Matrix sum);

  /**
   * {@code out = (x − mean)/√(variance + epsilon)·gain + shift} by row; {@code stats} keeps mean
   * and 1/σ of each row.
   */
  void layerNorm(Matrix x, Matrix gain, Matrix shift, float epsilon, Matrix out, Matrix stats);

  /**
   * Gradients of {@link #layerNorm}; those of gain and shift (one row each) are added to the
   * destinations.
   */
  void layerNormBackward(
      Matrix x,
      Matrix gain,
      Matrix stats,
      Matrix gradOut,
      float beta,
      Matrix gradIn,
      Matrix gradGain,
      Matrix gradShift);

  /**
   * {@code loss = scale·Σ_r weight[r]·crossEntropy(softmax(logits[r]), labels[r])} and its
   * gradient. Rows with a negative label carry no loss.
   *
   * @param labels {@link DType#I32}, one per row
   * @param weight {@link DType#F32}, one per row, or null for ones
   * @param loss one element, overwritten
   */
  void softmaxCrossEntropy(
      Matrix logits, Buffer labels, Buffer weight, float scale, Matrix loss, Matrix grad);

  /** {@code loss = scale·Σ bce(sigmoid(logits), targets)} over all elements, and its gradient. */
  void sigmoidCrossEntropy(Matrix logits, Matrix targets, float scale, Matrix loss, Matrix grad);

  /** {@code out = Σ x²}, into one element. */
  void sumOfSquares(Matrix x, Matrix out);

  /** One Adam or AdamW step, in place on the value and the two moments. */
  void adam(AdamStep step, Matrix grad, Matrix value, Matrix firstMoment, Matrix secondMoment);

  /** One step of SGD with momentum and weight decay, in place on the value and the velocity. */
  void sgd(float rate, float momentum, float decay, Matrix grad, Matrix value, Matrix velocity);
}
