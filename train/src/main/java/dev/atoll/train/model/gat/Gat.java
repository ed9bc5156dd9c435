package dev.atoll.train.model.gat;

import dev.atoll.tensor.Activation;
import dev.atoll.train.model.Layer;
import dev.atoll.train.model.LayerKind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ParameterFactory;

/**
 * Makes {@linkplain GatLayer layers of graph attention}.
 *
 * @param heads attention heads of hidden layers
 * @param outputHeads attention heads of an output layer, which are averaged
 * @param attentionDropout share of attention weights dropped
 */
public record Gat(int heads, int outputHeads, float attentionDropout) implements LayerKind {
  public Gat {
    LayerKind.require(heads >= 1, "model.heads", heads, "at least 1");
    LayerKind.require(outputHeads >= 1, "model.outputHeads", outputHeads, "at least 1");
    LayerKind.requireShare("model.attentionDropout", attentionDropout);
  }

  @Override
  public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
    int count = shape.last() ? outputHeads : heads;
    int width = shape.last() ? shape.outputs() : shape.outputs() / count;
    return GatLayer.create(
        parameters, shape.inputs(), width, count, shape.last(), attentionDropout, shape.place());
  }

  @Override
  public Activation activation() {
    return Activation.ELU;
  }

  @Override
  public void check(ModelSpec spec) {
    LayerKind.require(
        spec.hidden() % heads == 0,
        "model.hidden",
        spec.hidden(),
        "a multiple of model.heads=" + heads);
  }
}
