package dev.atoll.tensor.sample;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.SparseMatrix;

/** Weighs and transposes the edges of sampled blocks on a device. */
public interface BlockEdges {
  /** Adds to every target an edge from itself, as its first edge. */
  Csr withSelf(Csr drawn);

  /** 1 / edges of a row, 0 for rows without any; float32. */
  Buffer meanScale(Csr edges);

  /**
   * The factor of the first degrees: 1/degree, or its root; 0 for 0.
   *
   * @param root whether it is 1/√degree
   * @return float32
   */
  Buffer degreeScale(Buffer degrees, int count, boolean root);

  /**
   * Weights of the edges of {@link #withSelf}: 1 for the self-loop, and (degree − 1) / edges for
   * other edges, the number of neighbours that each represents.
   *
   * @param degrees of the targets, themselves counted, int32
   * @return float32
   */
  Buffer neighborWeights(Csr edges, Buffer degrees);

  /**
   * Edges with their transpose, whose edges are in the order of rows.
   *
   * @param numbered whether the transpose knows the edges it came from
   */
  SparseMatrix withTranspose(Csr edges, boolean numbered);

  /**
   * The ids of edges in random choices, functions of the ids of both ends.
   *
   * @param ids of the sources, int64
   * @return int64
   */
  Buffer edgeIds(Csr edges, Buffer ids);

  /** A sparse matrix with one entry per row, all in one column. */
  SparseMatrix onePerRow(int rows);
}
