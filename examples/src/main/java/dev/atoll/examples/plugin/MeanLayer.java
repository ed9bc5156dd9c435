package dev.atoll.examples.plugin;

import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.model.Layer;
import dev.atoll.train.model.Pass;
import java.util.List;

/** The mean of the neighbours, projected. */
record MeanLayer(Parameter weight, Parameter bias) implements Layer {
  @Override
  public int outputs() {
    return weight.value().cols();
  }

  @Override
  public EdgeNorm norm() {
    return EdgeNorm.MEAN;
  }

  @Override
  public int neighborWidth() {
    return Math.min(weight.value().rows(), weight.value().cols());
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(weight, bias);
  }

  @Override
  public List<Parameter> inputWeights() {
    return List.of(weight);
  }

  @Override
  public Var forward(DeviceBlock block, Var sources, Pass pass) {
    return block.aggregateMatmul(sources, sources.tape().use(weight), norm());
  }
}
