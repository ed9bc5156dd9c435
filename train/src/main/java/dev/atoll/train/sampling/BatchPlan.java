package dev.atoll.train.sampling;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.util.Optional;

/** The settings of mini-batches that policies may have to fit. */
public interface BatchPlan {
  /** Seeds per worker and step, at most. */
  int batch();

  /** One per layer, the output layer first. */
  Fanouts fanouts();

  /** Learnable rows of all nodes that stand beside their features. */
  Optional<EmbeddingSpec> embeddings();

  /** Which rows a worker caches; empty when every row is read from its owner. */
  Optional<PlacementPlan> placement();
}
