package dev.atoll.train.model;

import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.tensor.Activation;
import dev.atoll.train.block.EdgeNorm;

/**
 * Makes the layers of a model: a record with the settings of its layers.
 *
 * <pre>{@code
 * record Mean() implements LayerKind {
 *   public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
 *     return new MeanLayer(
 *         parameters.glorot("weight", shape.inputs(), shape.outputs()),
 *         parameters.zeros("bias", shape.outputs()));
 *   }
 * }
 * }</pre>
 *
 * <p>A kind that a {@link PolicyProvider} registers has a name: {@code model=mean} in settings,
 * recipes and the folders of trained models. Without one it is used from Java, by {@link
 * ModelSpec#of(LayerKind)}.
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
   * Checks that the parts of a model fit this kind.
   *
   * @throws IllegalArgumentException when they do not
   */
  default void check(ModelSpec spec) {}

  /** Whether there are layers with weights; without, outputs are as wide as inputs. */
  default boolean hasWeights() {
    return true;
  }

  /**
   * Whether rounds read neighbours. Without weights the output is then the mean over the input and
   * all rounds of {@linkplain EdgeNorm#SYMMETRIC GCN's sums}; otherwise it is the input.
   */
  default boolean readsNeighbors() {
    return true;
  }

  /**
   * Requires that the value of a setting is as expected.
   *
   * @throws IllegalArgumentException naming key, value and what is expected
   */
  static void require(boolean holds, String key, Object value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(key + "=" + value + ": expected " + expected);
    }
  }

  /**
   * Requires a share of what is dropped.
   *
   * @throws IllegalArgumentException outside [0, 1)
   */
  static void requireShare(String key, float share) {
    require(share >= 0 && share < 1, key, share, "a share in [0, 1)");
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
