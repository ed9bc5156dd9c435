package dev.atoll.train.model;

import dev.atoll.tensor.Activation;

/**
 * Makes the layers of a model: one of {@link ModelSpec.Kind}, or your own.
 *
 * <pre>{@code
 * ModelSpec spec =
 *     ModelSpec.of(
 *         (model, shape, parameters) ->
 *             new MyLayer(
 *                 parameters.glorot("weight", shape.inputs(), shape.outputs()),
 *                 parameters.zeros("bias", shape.outputs())));
 * }</pre>
 */
@FunctionalInterface
public interface LayerKind {
  /**
   * A new layer.
   *
   * @param spec the model it is a layer of
   * @param shape its place and widths; {@link Layer#outputs} must be {@link Shape#outputs}
   * @param parameters makes its parameters; names are unique within a layer
   */
  Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters);

  /** The activation after a hidden layer. */
  default Activation activation() {
    return Activation.RELU;
  }

  /**
   * Checks that the parts of a model fit together.
   *
   * @throws IllegalArgumentException when they do not
   */
  default void check(ModelSpec spec) {}

  /** Whether there are layers with weights; without, outputs are as wide as inputs. */
  default boolean hasWeights() {
    return true;
  }

  /**
   * The position of a layer in its model.
   *
   * @param place its index, from 0
   * @param inputs width of the source rows
   * @param outputs width of the target rows
   * @param last whether its outputs are the outputs of the model
   */
  record Shape(int place, int inputs, int outputs, boolean last) {}
}
