package dev.atoll.train;

import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import java.util.List;

/** A copy of the parameters at their best, on the device. */
final class BestWeights {
  private final Kernels kernels;
  private final List<Parameter> parameters;
  private final List<Matrix> copies;

  BestWeights(List<Parameter> parameters, DeviceMemory memory) {
    this.kernels = memory.backend().kernels();
    this.parameters = parameters;
    this.copies =
        parameters.stream().map(p -> memory.matrix(p.value().rows(), p.value().cols())).toList();
    save();
  }

  List<Matrix> copies() {
    return copies;
  }

  void save() {
    for (int i = 0; i < copies.size(); i++) {
      kernels.copy(parameters.get(i).value(), copies.get(i));
    }
  }

  void restore() {
    for (int i = 0; i < copies.size(); i++) {
      kernels.copy(copies.get(i), parameters.get(i).value());
    }
  }
}
