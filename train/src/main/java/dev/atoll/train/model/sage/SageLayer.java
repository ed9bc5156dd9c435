package dev.atoll.train.model.sage;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.model.Layer;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import java.util.ArrayList;
import java.util.List;

/**
 * GraphSAGE of Hamilton et al. (NeurIPS 2017): {@code X_self·W_self + aggregate(X)·W_neighbor + b},
 * where the aggregate of the neighbours is their mean, their maximum, or the maximum of {@code
 * ReLU(X·W_pool + b_pool)}.
 *
 * @param pool weight and bias of {@link Aggregator#POOL}, empty otherwise
 */
public record SageLayer(
    Aggregator aggregator, Parameter self, Parameter neighbor, Parameter bias, List<Parameter> pool)
    implements Layer {
  /** The aggregation of neighbours. */
  public enum Aggregator {
    MEAN,
    MAX,
    POOL
  }

  static SageLayer create(
      ParameterFactory parameters, Aggregator aggregator, int inputs, int outputs) {
    List<Parameter> pool =
        aggregator == Aggregator.POOL
            ? List.of(
                parameters.glorot("pool.weight", inputs, inputs),
                parameters.zeros("pool.bias", inputs))
            : List.of();
    return new SageLayer(
        aggregator,
        parameters.glorot("self", inputs, outputs),
        parameters.glorot("neighbor", inputs, outputs),
        parameters.zeros("bias", outputs),
        pool);
  }

  @Override
  public int outputs() {
    return self.value().cols();
  }

  @Override
  public EdgeNorm norm() {
    return aggregator == Aggregator.MEAN ? EdgeNorm.MEAN : EdgeNorm.NONE;
  }

  @Override
  public int neighborWidth() {
    return aggregator == Aggregator.MEAN
        ? Math.min(self.value().rows(), self.value().cols())
        : self.value().rows();
  }

  @Override
  public List<Parameter> parameters() {
    var all = new ArrayList<>(List.of(self, neighbor, bias));
    all.addAll(pool);
    return all;
  }

  @Override
  public List<Parameter> inputWeights() {
    return List.of(self, pool.isEmpty() ? neighbor : pool.getFirst());
  }

  @Override
  public Var forward(DeviceBlock block, Var sources, Pass pass) {
    return aggregator == Aggregator.MEAN ? mean(block, sources) : max(block, sources);
  }

  /**
   * The mean is linear: the narrower side is multiplied first, unless the aggregate is there
   * already.
   */
  private Var mean(DeviceBlock block, Var sources) {
    Tape tape = sources.tape();
    Var own = tape.use(self);
    Var other = tape.use(neighbor);
    if (block.aggregatesFirst(sources, outputs(), norm())) {
      return block.aggregateMatmul(sources, own, other, norm());
    }
    Var ownPart =
        sources.isSparse()
            ? sources.matmul(own).firstRows(block.targetCount())
            : head(block, sources).matmul(own);
    return block.addAggregate(ownPart, sources.matmul(other), norm());
  }

  private Var max(DeviceBlock block, Var sources) {
    Tape tape = sources.tape();
    Var pooled =
        block.exchangesEmbeddings() ? pooled(block.lift(sources)) : block.lift(pooled(sources));
    Var largest = pooled.aggregateMax(block.edges(norm()));
    Var ownPart =
        sources.isSparse()
            ? sources.matmul(tape.use(self)).firstRows(block.targetCount())
            : head(block, sources).matmul(tape.use(self));
    return ownPart.add(largest.matmul(tape.use(neighbor)));
  }

  private Var pooled(Var rows) {
    Tape tape = rows.tape();
    return pool.isEmpty()
        ? rows
        : rows.matmul(tape.use(pool.get(0)))
            .activate(Activation.RELU, tape.use(pool.get(1)), Dropout.NONE);
  }

  private static Var head(DeviceBlock block, Var sources) {
    return sources.firstRows(block.targetCount());
  }
}
