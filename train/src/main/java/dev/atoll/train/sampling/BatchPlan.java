package dev.atoll.train.sampling;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.util.Optional;

/** The settings of mini-batches that policies may have to fit. */
public interface BatchPlan {
  /** Seeds per worker and step, at most. */
  int batch();

  /** The fanouts, one per layer, the output layer first. */
  Fanouts fanouts();

  /** Learnable rows of all nodes, concatenated to their features. */
  Optional<EmbeddingSpec> embeddings();

  /** The placement of cached rows; empty if every row is read from its owner. */
  Optional<PlacementPlan> placement();
}
