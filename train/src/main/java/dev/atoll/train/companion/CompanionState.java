package dev.atoll.train.companion;

import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.util.Map;

/** What a companion needs to go on as if the run had never stopped. */
public interface CompanionState {
  /** All of it, by name; the cells are good as long as the arena. */
  Map<String, Tensor> save(Arena passing);

  /** Puts back what {@link #save} has given. */
  void restore(Map<String, Tensor> saved);
}
