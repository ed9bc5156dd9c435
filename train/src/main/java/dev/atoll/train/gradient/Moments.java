package dev.atoll.train.gradient;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/** The moments of an optimizer, as a part of a worker's checkpoint. */
final class Moments {
  private static final String PREFIX = "optimizer/";

  private Moments() {}

  static Map<String, Tensor> save(ParameterOptimizer optimizer, Backend backend, Arena passing) {
    var saved = new LinkedHashMap<String, Tensor>();
    optimizer.forEachMoment(
        (name, moment) -> saved.put(PREFIX + name, tensor(moment, backend, passing)));
    return saved;
  }

  static Tensor tensor(Matrix matrix, Backend backend, Arena passing) {
    MemorySegment packed = passing.allocate(JAVA_FLOAT, (long) matrix.rows() * matrix.cols());
    backend.download(matrix, packed);
    return new Tensor(matrix.rows(), matrix.cols(), packed);
  }

  static void restore(ParameterOptimizer optimizer, Backend backend, Map<String, Tensor> saved) {
    optimizer.forEachMoment(
        (name, moment) -> backend.upload(saved.get(PREFIX + name).elements(), moment));
  }
}
