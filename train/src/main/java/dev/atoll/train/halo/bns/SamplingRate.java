package dev.atoll.train.halo.bns;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Decimal;

/** The sampling rate: the share of halo nodes, or of halo edges, in an epoch. */
final class SamplingRate {
  static final Key<Double> KEY =
      new Key<>(
          "exchange.rate",
          new Decimal(0, 1),
          0.1,
          "the share of halo nodes that an epoch works with, or as many edges (sampled, drop)");

  private SamplingRate() {}

  static void check(double rate) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          "exchange.rate=" + rate + ": expected a share from 0 (none) to 1 (all)");
    }
  }
}
