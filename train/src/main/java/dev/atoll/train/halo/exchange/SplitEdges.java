package dev.atoll.train.halo.exchange;

import dev.atoll.tensor.SparseMatrix;

/**
 * The edges of core rows, those to core rows apart from those to halo rows: the former are summed
 * up while halo rows travel.
 *
 * @param core core × core
 * @param halo core × halo
 */
public record SplitEdges(SparseMatrix core, SparseMatrix halo) {
  public SplitEdges {
    if (core.rows() != core.cols() || halo.rows() != core.rows()) {
      throw new IllegalArgumentException(
          "edges of core rows: expected as many rows to core rows (%d×%d) as to halo rows (%d×%d)"
              .formatted(core.rows(), core.cols(), halo.rows(), halo.cols()));
    }
  }

  public int coreRows() {
    return core.rows();
  }

  public long nonZeros() {
    return core.nonZeros() + halo.nonZeros();
  }
}
