package dev.atoll.train.halo.sancus;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.train.halo.RefreshRule;

/** The directions in which broadcasts are skipped. */
enum SkippedDirections {
  /** Embeddings and gradients. */
  BOTH {
    @Override
    RefreshRule apply(RefreshRule rule) {
      return rule;
    }
  },
  /** Only embeddings, as published. */
  FORWARD {
    @Override
    RefreshRule apply(RefreshRule rule) {
      return new ForwardOnly(rule);
    }
  };

  static final Key<SkippedDirections> KEY =
      new Key<>(
          "exchange.directions",
          new Constant<>(SkippedDirections.class),
          BOTH,
          "rows that may be stale: embeddings and their gradients, or embeddings alone (forward)");

  abstract RefreshRule apply(RefreshRule rule);
}
