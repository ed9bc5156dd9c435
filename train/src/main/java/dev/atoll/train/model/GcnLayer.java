package dev.atoll.train.model;

import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.EdgeNorm;
import java.util.List;

/**
 * Graph convolution of Kipf and Welling (ICLR 2017): {@code D^−½(A+I)D^−½·X·W + b}.
 *
 * @param weight inputs × outputs
 * @param bias 1 × outputs
 */
public record GcnLayer(Parameter weight, Parameter bias) implements Layer {
  static GcnLayer create(ParameterFactory parameters, int inputs, int outputs) {
    return new GcnLayer(
        parameters.glorot("weight", inputs, outputs), parameters.zeros("bias", outputs));
  }

  @Override
  public int outputs() {
    return weight.value().cols();
  }

  @Override
  public EdgeNorm norm() {
    return EdgeNorm.SYMMETRIC;
  }

  @Override
  public int neighborWidth() {
    return Math.min(weight.value().rows(), weight.value().cols());
  }

  /** A node is one of its neighbours. */
  @Override
  public boolean readsOwnRows() {
    return false;
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
