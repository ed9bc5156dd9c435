package dev.atoll.train.model.gcn;

import dev.atoll.train.model.Layer;
import dev.atoll.train.model.LayerKind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ParameterFactory;

/**
 * Makes {@linkplain GcnLayer graph convolutions}.
 *
 * @param diagonal λ of ClusterGCN's diagonal enhancement; 0 without
 */
public record Gcn(float diagonal) implements LayerKind {
  public Gcn {
    LayerKind.require(
        diagonal >= 0 && diagonal < Float.POSITIVE_INFINITY,
        "model.diagonal",
        diagonal,
        "0 or more");
  }

  @Override
  public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
    return GcnLayer.create(parameters, diagonal, shape.inputs(), shape.outputs());
  }
}
