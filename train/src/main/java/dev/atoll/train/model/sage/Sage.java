package dev.atoll.train.model.sage;

import dev.atoll.train.model.Layer;
import dev.atoll.train.model.LayerKind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.sage.SageLayer.Aggregator;

/**
 * Makes {@linkplain SageLayer layers of GraphSAGE}.
 *
 * @param aggregator the aggregation of neighbours
 */
public record Sage(Aggregator aggregator) implements LayerKind {
  @Override
  public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
    return SageLayer.create(parameters, aggregator, shape.inputs(), shape.outputs());
  }
}
