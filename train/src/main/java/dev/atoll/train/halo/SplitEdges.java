package dev.atoll.train.halo;

import dev.atoll.tensor.SparseMatrix;

/**
 * The links of core rows, those to core rows apart from those to halo rows: what is here can be
 * summed up while the rest is on the way.
 *
 * @param core core × core
 * @param halo core × halo
 */
public record SplitEdges(SparseMatrix core, SparseMatrix halo) {
  public SplitEdges {
    if (core.rows() != core.cols() || halo.rows() != core.rows()) {
      throw new IllegalArgumentException(
          "links of core rows: %d×%d to core rows and %d×%d to halo rows do not belong together"
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
