package dev.atoll.train.halo.exchange;

import dev.atoll.tensor.SparseMatrix;

/**
 * The edges of targets, which are the first core rows: those to core rows apart from those to halo
 * rows. The former are summed up while halo rows travel.
 *
 * @param core targets × core
 * @param halo targets × halo
 */
public record SplitEdges(SparseMatrix core, SparseMatrix halo) {
  public SplitEdges {
    if (core.rows() > core.cols() || halo.rows() != core.rows()) {
      throw new IllegalArgumentException(
          "edges of targets: expected as many to core rows (%d×%d), of which they are the first, as to halo rows (%d×%d)"
              .formatted(core.rows(), core.cols(), halo.rows(), halo.cols()));
    }
  }

  public int targets() {
    return core.rows();
  }

  public long nonZeros() {
    return core.nonZeros() + halo.nonZeros();
  }
}
