package dev.atoll.train.model;

import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.train.model.gat.Gat;
import dev.atoll.train.model.sage.Sage;
import dev.atoll.train.model.sage.SageLayer.Aggregator;
import java.util.Locale;

/** The built-in kinds of layers, for tests that run with several. */
public enum Kind {
  GCN,
  SAGE,
  GAT,
  LIGHT,
  NONE;

  /** The kind with its default settings. */
  public LayerKind layers() {
    return Policies.named(LayerKind.class, name().toLowerCase(Locale.ROOT)).make(Values.defaults());
  }

  /** GAT with these heads and this dropout, any other kind with its default settings. */
  public LayerKind layers(int heads, int outputHeads, float attentionDropout) {
    return this == GAT ? new Gat(heads, outputHeads, attentionDropout) : layers();
  }

  /**
   * GraphSAGE with this aggregator, GAT with two heads, any other kind with its default settings.
   */
  public LayerKind layers(Aggregator aggregator) {
    return this == SAGE ? new Sage(aggregator) : layers(2, 1, 0);
  }
}
