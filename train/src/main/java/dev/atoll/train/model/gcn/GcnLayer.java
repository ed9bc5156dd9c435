package dev.atoll.train.model.gcn;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.model.Layer;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import java.util.List;
import java.util.Optional;

/**
 * Graph convolution of Kipf and Welling (ICLR 2017): {@code D^−½(A+I)D^−½·X·W + b}. With the
 * diagonal enhancement of ClusterGCN (Chiang et al., KDD 2019, equations 10 and 11) it is {@code (Ã
 * + λ·diag(Ã))·X·W + b}, where {@code Ã = (D+I)^−1(A+I)}: a node keeps more of its own embedding,
 * the more so the fewer neighbours it has.
 *
 * @param weight inputs × outputs
 * @param bias 1 × outputs
 * @param lambdas a row of λ as wide as the outputs; absent without the enhancement
 */
public record GcnLayer(Parameter weight, Parameter bias, Optional<Matrix> lambdas)
    implements Layer {
  static GcnLayer create(ParameterFactory parameters, float lambda, int inputs, int outputs) {
    return new GcnLayer(
        parameters.glorot("weight", inputs, outputs),
        parameters.zeros("bias", outputs),
        lambda == 0 ? Optional.empty() : Optional.of(parameters.fixed(1, outputs, lambda)));
  }

  @Override
  public int outputs() {
    return weight.value().cols();
  }

  @Override
  public EdgeNorm norm() {
    return lambdas.isEmpty() ? EdgeNorm.SYMMETRIC : EdgeNorm.MEAN_WITH_SELF;
  }

  @Override
  public int neighborWidth() {
    return Math.min(weight.value().rows(), weight.value().cols());
  }

  /** A node is one of its neighbours. */
  @Override
  public boolean readsOwnRows() {
    return lambdas.isPresent();
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
    Var projection = sources.tape().use(weight);
    Var sums = block.aggregateMatmul(sources, projection, norm());
    return lambdas.map(row -> sums.add(diagonal(block, sources, projection, row))).orElse(sums);
  }

  /** λ·diag(Ã)·X·W: diagonal elements of Ã are the factors of its rows. */
  private Var diagonal(DeviceBlock block, Var sources, Var projection, Matrix row) {
    int targets = block.targetCount();
    Var own =
        sources.isSparse()
            ? sources.matmul(projection).firstRows(targets)
            : sources.firstRows(targets).matmul(projection);
    Buffer scale = block.targetScale(norm());
    Matrix factors = new Matrix(scale.device(), targets, 1, 1, scale.type(), scale.data());
    return own.multiply(own.tape().constant(factors).matmul(own.tape().constant(row)));
  }
}
