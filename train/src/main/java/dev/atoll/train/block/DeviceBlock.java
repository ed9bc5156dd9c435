package dev.atoll.train.block;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Var;

/**
 * One layer's bipartite neighbourhood on a device: targets, sources, edges. The first sources are
 * the targets, in the same order.
 */
public interface DeviceBlock {
  int targetCount();

  int sourceCount();

  /** The edges, targets by sources. */
  SparseMatrix edges(EdgeNorm norm);

  /** The number of edges. */
  default long edgeCount(EdgeNorm norm) {
    return edges(norm).nonZeros();
  }

  /**
   * Extends local rows to the rows of all sources: returns the rows themselves, or on a shard core
   * and halo rows. Row-wise operations are cheaper before the call than after it.
   */
  default Var lift(Var rows) {
    return rows;
  }

  /**
   * {@code edges(norm)·lift(x)}. The aggregate of constant features is computed once and costs
   * nothing from the second step on.
   */
  default Var aggregate(Var x, EdgeNorm norm) {
    return x.aggregate(edges(norm));
  }

  /** {@code edges(norm)·lift(x)·weight} in the cheaper order; x may be sparse. */
  default Var aggregateMatmul(Var x, Var weight, EdgeNorm norm) {
    return aggregatesFirst(x, weight.cols(), norm)
        ? aggregate(x, norm).matmul(weight)
        : aggregate(x.matmul(weight), norm);
  }

  /** {@code x_targets·own + aggregate(x)·other}. */
  default Var aggregateMatmul(Var x, Var own, Var other, EdgeNorm norm) {
    return x.firstRows(targetCount()).matmul(own, aggregate(x, norm), other);
  }

  /** {@code base + edges(norm)·lift(x)}. */
  default Var addAggregate(Var base, Var x, EdgeNorm norm) {
    return base.addAggregate(edges(norm), x);
  }

  /**
   * The factors of the edges to every target under a norm that {@linkplain EdgeNorm#isSum is a
   * sum}, float32.
   */
  default Buffer targetScale(EdgeNorm norm) {
    return edges(norm).byRow().rowScale();
  }

  /**
   * Sums over the edges of {@link EdgeNorm#ATTENTION}, weighted by attention.
   *
   * @param x a row per source
   * @param targets a score per target and head
   * @param sources a score per source and head
   */
  default Var attend(Var x, Var targets, Var sources, Dropout dropout) {
    return x.attend(edges(EdgeNorm.ATTENTION), targets, sources, dropout);
  }

  /** Whether {@link #aggregate} of this value is free from the second step on. */
  default boolean aggregatesOnce(Var x) {
    return false;
  }

  /**
   * Whether {@code aggregate(x)·W} is cheaper than {@code aggregate(x·W)}, forward and backward
   * together. A product with W costs 6 flops per row, input and output; an aggregate reads 4 bytes
   * per edge and column twice, and a byte takes as long as some flops.
   */
  default boolean aggregatesFirst(Var x, int outputs, EdgeNorm norm) {
    return !x.isSparse()
        && (aggregatesOnce(x)
            || aggregatesFirst(x, outputs, targetCount(), sourceCount(), edgeCount(norm)));
  }

  /** The rule of {@link #aggregatesFirst} for a block of these sizes and dense rows. */
  static boolean aggregatesFirst(Var x, int outputs, int targets, int sources, long edges) {
    double flops = 6.0 * x.cols() * outputs;
    double bytes = 8.0 * edges;
    double flopsPerByte = x.tape().flopsPerByte();
    double first = flops * targets + flopsPerByte * bytes * x.cols();
    double second = flops * sources + flopsPerByte * bytes * outputs;
    return first <= second;
  }

  /**
   * Whether other workers receive the embeddings that a layer reads unchanged, and apply dropout
   * and weights themselves. A layer then calls {@link #lift} or {@link #aggregate} on its input.
   */
  default boolean exchangesEmbeddings() {
    return false;
  }

  /**
   * Returns this block for an input after dropout; used if {@link #exchangesEmbeddings}.
   *
   * @param embeddings the input before dropout
   * @param input the input after dropout
   */
  default DeviceBlock reading(Var embeddings, Var input, Dropout dropout) {
    return this;
  }

  /**
   * A matrix with one entry per source, all in one column: {@code x.edgeDot(sourceColumn(), row,
   * heads)} scores each source by a vector.
   */
  SparseMatrix sourceColumn();

  /** The ids of the edges of {@link EdgeNorm#ATTENTION} in random choices. */
  Buffer edgeIds();
}
