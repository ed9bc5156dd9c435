package dev.atoll.tensor.cpu;

/** Multiplies dense tiles on the calling thread. */
interface GemmTile {
  /**
   * Whether the bits of an element do not depend on which other elements are computed in the same
   * call.
   */
  boolean elementsAreIndependent();

  /**
   * {@code c = op(a)·op(b) + beta·c} with {@code c} of {@code m×n} elements and {@code inner} terms
   * each, all at least one. Strides are in elements.
   */
  void multiply(
      boolean transposeA,
      long a,
      int strideA,
      boolean transposeB,
      long b,
      int strideB,
      int m,
      int n,
      int inner,
      float beta,
      long c,
      int strideC);
}
