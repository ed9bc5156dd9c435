package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.exchange.SplitEdges;

/**
 * One layer of a {@link ShardChunk}, with one norm.
 *
 * @param split the edges of a norm that is a sum; null otherwise
 * @param joined the edges of another norm; null otherwise
 * @param sourceColumn null unless the norm is attention
 * @param input the input rows of the targets, if sums over sources are precomputed; null otherwise
 * @param sums the precomputed sums
 * @param targetScale null unless the norm is a sum
 * @param isFirst whether sources are input rows; later ones came from their owners in full
 *     precision
 */
public record ChunkBlock(
    int targetCount,
    int sourceCount,
    SplitEdges split,
    SparseMatrix joined,
    SparseMatrix sourceColumn,
    Matrix input,
    Matrix sums,
    Buffer targetScale,
    boolean isFirst,
    AggregatesFirst order)
    implements DeviceBlock {
  /** Decides {@link DeviceBlock#aggregatesFirst}. */
  @FunctionalInterface
  public interface AggregatesFirst {
    boolean test(Var x, int outputs);
  }

  static ChunkBlock sums(SplitEdges split, int sources, boolean isFirst, AggregatesFirst order) {
    Buffer scale = split.core().byRow().rowScale();
    return new ChunkBlock(
        split.targets(), sources, split, null, null, null, null, scale, isFirst, order);
  }

  static ChunkBlock joined(
      SparseMatrix edges, int sources, SparseMatrix sourceColumn, AggregatesFirst order) {
    return new ChunkBlock(
        edges.rows(), sources, null, edges, sourceColumn, null, null, null, false, order);
  }

  static ChunkBlock summed(Matrix input, Matrix sums, Buffer targetScale) {
    int rows = input.rows();
    return new ChunkBlock(
        rows, rows, null, null, null, input, sums, targetScale, true, (_, _) -> true);
  }

  @Override
  public SparseMatrix edges(EdgeNorm norm) {
    if (joined == null) {
      throw new IllegalStateException("edges of norm %s are summed in parts".formatted(norm));
    }
    return joined;
  }

  @Override
  public Var aggregate(Var x, EdgeNorm norm) {
    if (aggregatesOnce(x)) {
      return x.tape().constant(sums);
    }
    return split == null
        ? x.aggregate(joined)
        : x.tape().apply(new SplitAggregate(split, !isFirst), x);
  }

  @Override
  public Var addAggregate(Var base, Var x, EdgeNorm norm) {
    return split == null
        ? base.addAggregate(joined, x)
        : x.tape().apply(new SplitAggregate(split, !isFirst), base, x);
  }

  @Override
  public Buffer targetScale(EdgeNorm norm) {
    return targetScale;
  }

  @Override
  public boolean aggregatesOnce(Var x) {
    return input != null
        && x.isConstant()
        && !x.isSparse()
        && x.value().data().address() == input.data().address();
  }

  @Override
  public boolean aggregatesFirst(Var x, int outputs, EdgeNorm norm) {
    return order.test(x, outputs);
  }

  /** Ids name random choices, and nothing is dropped at inference. */
  @Override
  public Buffer edgeIds() {
    return null;
  }
}
