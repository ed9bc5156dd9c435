package dev.atoll.train.companion;

import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.util.Map;

/** The state of a companion in a checkpoint. */
public interface CompanionState {
  /** Saves all tensors by name; the elements are valid as long as the arena. */
  Map<String, Tensor> save(Arena passing);

  /** Restores the state of {@link #save}. */
  void restore(Map<String, Tensor> saved);
}
