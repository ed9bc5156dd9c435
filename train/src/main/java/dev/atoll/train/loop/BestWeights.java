package dev.atoll.train.loop;

import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.store.embedding.EmbeddingTable;
import java.util.List;
import java.util.Optional;

/** A copy of the parameters at their best, on the device. */
final class BestWeights {
  private final Kernels kernels;
  private final List<Parameter> parameters;
  private final List<Matrix> copies;
  private final Optional<EmbeddingTable> rows;

  /**
   * @param rows learnable rows, which keep their best themselves
   */
  BestWeights(List<Parameter> parameters, Optional<EmbeddingTable> rows, DeviceMemory memory) {
    this.rows = rows;
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
    rows.ifPresent(EmbeddingTable::saveBest);
  }

  void restore() {
    for (int i = 0; i < copies.size(); i++) {
      kernels.copy(copies.get(i), parameters.get(i).value());
    }
    rows.ifPresent(EmbeddingTable::restoreBest);
  }
}
