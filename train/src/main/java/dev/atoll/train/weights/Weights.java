package dev.atoll.train.weights;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Copies parameters between a device and the host. */
public final class Weights {
  /** The name of learnt rows, one per node, in the dataset's own order. */
  public static final String EMBEDDINGS = "embeddings";

  private Weights() {}

  public static Safetensors download(List<Parameter> parameters, Backend backend, Arena into) {
    var tensors = new LinkedHashMap<String, Tensor>();
    for (Parameter p : parameters) {
      Matrix value = p.value();
      MemorySegment elements = into.allocate(JAVA_FLOAT, (long) value.rows() * value.cols());
      backend.download(value, elements);
      tensors.put(p.name(), new Tensor(value.rows(), value.cols(), elements));
    }
    return new Safetensors(tensors, Map.of());
  }

  public static void upload(Safetensors weights, List<Parameter> parameters, Backend backend) {
    for (Parameter p : parameters) {
      Tensor tensor = weights.tensors().get(p.name());
      check(tensor, p.name(), p.value().rows(), p.value().cols());
      backend.upload(tensor.elements(), p.value());
    }
  }

  /**
   * Requires a tensor to have the expected shape.
   *
   * @param tensor as a file has it; null when it has none
   */
  public static void check(Tensor tensor, String name, int rows, int cols) {
    if (tensor == null || tensor.rows() != rows || tensor.cols() != cols) {
      String found = tensor == null ? "nothing" : tensor.rows() + "×" + tensor.cols();
      throw new IllegalArgumentException(
          "weights: the model needs %s of %d×%d, the file has %s; it was trained with other settings"
              .formatted(name, rows, cols, found));
    }
  }
}
