package dev.atoll.train.halo.sancus;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.Values;
import dev.atoll.train.halo.RefreshStep;
import java.util.BitSet;

/** The staleness bound of embeddings: in epochs, or as a share of their norm. */
final class StalenessBound {
  static final Key<Double> KEY =
      new Key<>(
          "exchange.bound",
          new Decimal(0, 1_000_000),
          1.0,
          "how stale embeddings may get: epochs, or the share by which they move (the gaps)");

  private StalenessBound() {}

  static void check(double bound) {
    if (!(bound >= 0)) {
      throw new IllegalArgumentException("exchange.bound=" + bound + ": expected 0 or more");
    }
  }

  /** The bound in epochs. */
  static int epochs(Values values) {
    double bound = values.get(KEY);
    if (bound != Math.rint(bound)) {
      throw new IllegalArgumentException(
          "exchange.bound=%s: expected whole epochs with this exchange.refresh".formatted(bound));
    }
    return (int) bound;
  }

  /** The workers whose last broadcast is older than a number of epochs. */
  static BitSet olderThan(int epochs, RefreshStep step) {
    BitSet due = new BitSet(step.workers());
    for (int worker = 0; worker < step.workers(); worker++) {
      due.set(worker, step.age(worker) > epochs);
    }
    return due;
  }
}
