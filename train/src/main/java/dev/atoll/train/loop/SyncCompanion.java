package dev.atoll.train.loop;

import dev.atoll.train.companion.Companion;
import dev.atoll.train.companion.CompanionState;
import dev.atoll.train.gradient.GradientSync;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.util.Map;
import java.util.Optional;

/** Checkpoints the gradients that later sums depend on. */
record SyncCompanion(GradientSync gradients) implements Companion, CompanionState {
  @Override
  public String name() {
    return "gradients";
  }

  @Override
  public Optional<CompanionState> state() {
    return gradients.remembers() ? Optional.of(this) : Optional.empty();
  }

  @Override
  public Map<String, Tensor> save(Arena passing) {
    return gradients.save(passing);
  }

  @Override
  public void restore(Map<String, Tensor> saved) {
    gradients.restore(saved);
  }
}
