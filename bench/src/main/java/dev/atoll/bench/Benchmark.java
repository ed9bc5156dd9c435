package dev.atoll.bench;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;

/** Work to be timed on different kernels. */
public interface Benchmark {
  /** The computation, such as {@code "spmm, 97,961 nodes, 4,947,000 edges, width 128"}. */
  String title();

  /** The unit of the rate, such as {@code "GFLOP/s"}. */
  String rateUnit();

  /** The amount of work of one call, where rate = amount / seconds / 1e9. */
  double amount();

  /** The result by definition, for comparison. */
  Terms terms();

  /** Copies the operands to a backend. */
  Prepared prepare(Backend backend);

  /** Operands on a backend. */
  interface Prepared extends AutoCloseable {
    /** The call that is timed. */
    void call();

    /** The result of the last call. */
    Matrix result();

    @Override
    void close();
  }
}
