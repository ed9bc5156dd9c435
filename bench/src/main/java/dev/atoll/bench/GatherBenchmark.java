package dev.atoll.bench;

import dev.atoll.recipe.log.Units;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;

/** Gathers random rows: {@code out[i] = x[rows[i]]}, both in the format of activations. */
public record GatherBenchmark(int rows, int picked, int width) implements Benchmark {
  @Override
  public String title() {
    return "gather: %s of %s rows, width %d"
        .formatted(Units.count(picked), Units.count(rows), width);
  }

  @Override
  public String rateUnit() {
    return "GB/s read";
  }

  /** Bytes of the float32 rows that are gathered. */
  @Override
  public double amount() {
    return (double) picked * width * Float.BYTES;
  }

  @Override
  public Terms terms() {
    RandomElements x = x();
    return new Terms(picked, width, _ -> 1, (row, col, _) -> x.at(Operands.row(row, rows), col));
  }

  private RandomElements x() {
    return RandomElements.of("x", width);
  }

  @Override
  public Prepared prepare(Backend backend) {
    Operands operands = new Operands(backend);
    DType type = backend.activations();
    Matrix x = operands.in(type, operands.random(rows, x()));
    Buffer chosen = operands.rows(picked, rows);
    Matrix out = operands.empty(picked, width, type);
    return new KernelCall(backend, operands, out, () -> backend.kernels().gather(x, chosen, out));
  }
}
