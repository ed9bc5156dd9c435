package dev.atoll.bench;

import dev.atoll.recipe.log.Units;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;

/**
 * A dense product: {@code out = X·W}, or {@code Xᵀ·G} as for the gradient of weights.
 *
 * @param rows of X
 * @param inner columns of X
 * @param cols of W or G
 */
public record GemmBenchmark(int rows, int inner, int cols, boolean transposed)
    implements Benchmark {
  @Override
  public String title() {
    return (transposed ? "gemm: (%s×%d)ᵀ · %s×%d" : "gemm: %s×%d · %s×%d")
        .formatted(Units.count(rows), inner, Units.count(transposed ? rows : inner), cols);
  }

  @Override
  public String rateUnit() {
    return "GFLOP/s";
  }

  @Override
  public double amount() {
    return 2.0 * rows * inner * cols;
  }

  @Override
  public Terms terms() {
    RandomElements x = x();
    RandomElements other = other();
    return transposed
        ? new Terms(
            inner,
            cols,
            _ -> rows,
            (row, col, index) -> (double) x.at(index, row) * other.at(index, col))
        : new Terms(
            rows,
            cols,
            _ -> inner,
            (row, col, index) -> (double) x.at(row, (int) index) * other.at(index, col));
  }

  private RandomElements x() {
    return RandomElements.of("x", inner);
  }

  private RandomElements other() {
    return RandomElements.of("w", cols);
  }

  @Override
  public Prepared prepare(Backend backend) {
    Operands operands = new Operands(backend);
    Matrix x = operands.random(rows, x());
    Matrix other = operands.random(transposed ? rows : inner, other());
    Matrix out = operands.empty(transposed ? inner : rows, cols);
    return new KernelCall(
        backend, operands, out, () -> backend.kernels().gemm(transposed, x, false, other, 0, out));
  }
}
