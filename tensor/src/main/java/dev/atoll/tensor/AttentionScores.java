package dev.atoll.tensor;

/**
 * The scores of attention (Veličković et al., ICLR 2018), of which the shares of edges are made,
 * head by head:
 *
 * <pre>  share(e) = dropout(exp(LeakyReLU(targets[row(e)] + sources[column(e)]) − logSums[row(e)]))
 * </pre>
 *
 * The matrices are {@link DType#F32} with a column per head.
 *
 * @param edges targets by sources; {@link SparseMatrix#byRow} is enough for a forward pass
 * @param targets a row per target
 * @param sources a row per source
 * @param dropout of shares; its rows are edges
 * @param logSums a row per target: the logarithm of the sum that softmax divides by. The forward
 *     pass writes it, the backward pass reads it; rows without edges have no meaning
 */
public record AttentionScores(
    SparseMatrix edges, Matrix targets, Matrix sources, Dropout dropout, Matrix logSums) {
  public int heads() {
    return targets.cols();
  }
}
