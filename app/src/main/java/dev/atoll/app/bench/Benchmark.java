package dev.atoll.app.bench;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;

/** Work to be timed on different kernels. */
public interface Benchmark {
  /** The computation, such as {@code "spmm, 97,961 nodes, 4,947,000 edges, width 128"}. */
  String title();

  /** The unit of the rate, such as {@code "GFLOP/s"}. */
  String rateUnit();

  /** Units of a thousand millions in one call, so that rate = amount / seconds / 1e9. */
  double amount();

  /** The result, for comparison. */
  Terms terms();

  /** Takes the operands to a backend. */
  Prepared prepare(Backend backend);

  /** Operands in their place. */
  interface Prepared extends AutoCloseable {
    /** The call that is timed. */
    void call();

    /** The result of the last call. */
    Matrix result();

    @Override
    void close();
  }
}
