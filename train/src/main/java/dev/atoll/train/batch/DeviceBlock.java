package dev.atoll.train.batch;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Var;

/**
 * One layer's bipartite neighbourhood on a device: targets, sources, links. The first sources are
 * the targets, in the same order.
 */
public interface DeviceBlock {
  int targetCount();

  int sourceCount();

  /** The links, targets by sources. */
  SparseMatrix links(EdgeNorm norm);

  /**
   * {@code links(norm)·x}. What never changes is computed once: the aggregate of constant features
   * costs nothing from the second step on.
   */
  default Var aggregate(Var x, EdgeNorm norm) {
    return x.aggregate(links(norm));
  }

  /** Whether {@link #aggregate} of this value is free from the second step on. */
  default boolean aggregatesOnce(Var x) {
    return false;
  }

  /**
   * One cell per source, all in one column: {@code x.dotCells(sourceColumn(), row, heads)} scores
   * each source by a vector.
   */
  SparseMatrix sourceColumn();

  /** The ids that name the cells of {@link EdgeNorm#ATTENTION} in random choices. */
  Buffer linkIds();
}
