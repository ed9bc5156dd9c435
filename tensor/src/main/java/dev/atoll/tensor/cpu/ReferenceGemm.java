package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Elements.get;
import static dev.atoll.tensor.cpu.Elements.put;

import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;

/** The product of dense matrices by its formula, with sums in double precision. */
record ReferenceGemm(RowChunks chunks) implements Gemm {
  @Override
  public void multiply(
      boolean transposeA,
      Matrix a,
      boolean transposeB,
      Matrix b,
      float beta,
      Matrix out,
      Kernels kernels) {
    int inner = transposeA ? a.rows() : a.cols();
    chunks.forRows(
        out,
        i -> {
          for (int j = 0; j < out.cols(); j++) {
            double sum = 0;
            for (int k = 0; k < inner; k++) {
              float left = transposeA ? get(a, k, i) : get(a, i, k);
              float right = transposeB ? get(b, j, k) : get(b, k, j);
              sum += (double) left * right;
            }
            put(out, i, j, (float) sum, beta);
          }
        });
  }
}
