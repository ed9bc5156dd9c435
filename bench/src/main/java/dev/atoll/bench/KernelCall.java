package dev.atoll.bench;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;

/** A kernel with its operands. */
record KernelCall(Backend backend, Operands operands, Matrix result, Runnable kernel)
    implements Benchmark.Prepared {
  @Override
  public void call() {
    kernel.run();
    backend.synchronize();
  }

  @Override
  public void close() {
    operands.close();
  }
}
