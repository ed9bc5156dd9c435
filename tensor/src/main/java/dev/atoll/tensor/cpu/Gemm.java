package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;

/** A product of dense matrices on all threads of a team. */
interface Gemm {
  /** {@link Kernels#gemm}; {@code kernels} serves for sums of matrices. */
  void multiply(
      boolean transposeA,
      Matrix a,
      boolean transposeB,
      Matrix b,
      float beta,
      Matrix out,
      Kernels kernels);
}
