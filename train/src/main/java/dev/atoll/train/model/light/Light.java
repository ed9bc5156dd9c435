package dev.atoll.train.model.light;

import dev.atoll.train.model.Layer;
import dev.atoll.train.model.LayerKind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ParameterFactory;

/**
 * A model without weights and activations. With neighbours it is the mean over all rounds, from the
 * input on, of GCN's sums over neighbours, after LightGCN (He et al., SIGIR 2020); unlike there, a
 * node is its own neighbour. Without them the input rows are the output.
 */
public record Light(boolean readsNeighbors) implements LayerKind {
  @Override
  public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
    throw new IllegalStateException("a model without weights has no layers");
  }

  @Override
  public boolean hasWeights() {
    return false;
  }
}
