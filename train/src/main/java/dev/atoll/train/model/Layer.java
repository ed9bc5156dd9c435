package dev.atoll.train.model;

import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import java.util.List;

/**
 * One round of message passing: source rows in, target rows out. A layer sees one {@link
 * DeviceBlock}: a whole graph, a sample or a shard look the same to it, so a layer of your own
 * trains in every mode and on any number of workers. The mean of the neighbours, projected:
 *
 * <pre>{@code
 * record MeanLayer(Parameter weight, Parameter bias) implements Layer {
 *   public int outputs() { return weight.value().cols(); }
 *   public EdgeNorm norm() { return EdgeNorm.MEAN; }
 *   public int neighborWidth() { return Math.min(weight.value().rows(), weight.value().cols()); }
 *   public List<Parameter> parameters() { return List.of(weight, bias); }
 *   public List<Parameter> inputWeights() { return List.of(weight); }
 *   public Var forward(DeviceBlock block, Var sources, Pass pass) {
 *     return block.aggregateMatmul(sources, sources.tape().use(weight), norm());
 *   }
 * }
 *
 * ModelSpec spec =
 *     ModelSpec.of(
 *         (model, shape, parameters) ->
 *             new MeanLayer(
 *                 parameters.glorot("weight", shape.inputs(), shape.outputs()),
 *                 parameters.zeros("bias", shape.outputs())));
 * }</pre>
 *
 * <p>The model adds the bias, residual, normalisation, activation and dropout around it.
 */
public interface Layer {
  /** The width of the target rows. */
  int outputs();

  /**
   * The weights of the edges in this layer's block. With a norm that {@linkplain EdgeNorm#isSum is
   * a sum}, neighbours are read by {@link DeviceBlock#aggregate} and {@link
   * DeviceBlock#addAggregate} only; with another, by {@link DeviceBlock#lift} and {@link
   * DeviceBlock#edges}.
   */
  EdgeNorm norm();

  /** Elements of a neighbour's embedding that are read, and so travel between workers. */
  int neighborWidth();

  /** Whether a target's own row is read other than in the aggregate. */
  default boolean readsOwnRows() {
    return true;
  }

  /** All trained matrices, in a fixed order. */
  List<Parameter> parameters();

  /** The parameters that source rows are multiplied by: row i of each goes with column i. */
  List<Parameter> inputWeights();

  /**
   * A row that the model adds to the result of {@link #forward}, together with the activation;
   * among the parameters.
   */
  Parameter bias();

  /**
   * Computes target rows from source rows, without the bias. On a shard the given rows are the rows
   * of the core nodes; {@link DeviceBlock#lift} and {@link DeviceBlock#aggregate} add the halo. The
   * first {@link DeviceBlock#targetCount} sources are the targets. The features of the first layer
   * may be sparse, which only matmul and {@link DeviceBlock#aggregateMatmul} take; a layer that
   * multiplies before it aggregates asks {@link DeviceBlock#aggregatesFirst}.
   */
  Var forward(DeviceBlock block, Var sources, Pass pass);
}
