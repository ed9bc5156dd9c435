package dev.atoll.examples.plugin;

import dev.atoll.tensor.Activation;
import dev.atoll.train.model.Layer;
import dev.atoll.train.model.LayerKind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ParameterFactory;

/**
 * A model of {@linkplain MeanLayer means of neighbours}.
 *
 * @param activation after hidden layers
 */
public record Mean(Activation activation) implements LayerKind {
  @Override
  public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
    return new MeanLayer(
        parameters.glorot("weight", shape.inputs(), shape.outputs()),
        parameters.zeros("bias", shape.outputs()));
  }
}
