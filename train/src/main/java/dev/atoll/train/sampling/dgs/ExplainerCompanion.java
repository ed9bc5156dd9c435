package dev.atoll.train.sampling.dgs;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.comm.Communicator;
import dev.atoll.train.companion.Companion;
import dev.atoll.train.companion.CompanionState;
import dev.atoll.train.cost.JsonCollectives;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.sampling.dgs.explain.OnlineExplainer;
import dev.atoll.train.sampling.importance.KeptColumns;
import dev.atoll.train.sampling.importance.WorkerExplanation;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Checkpoints the masks over remote nodes and columns, and the weights they are trained for (DGS).
 */
record ExplainerCompanion(OnlineExplainer explainer, KeptColumns kept)
    implements Companion, CompanionState {
  @Override
  public String name() {
    return "explainer";
  }

  @Override
  public void afterStep(long steps) {
    explainer.after(steps);
  }

  @Override
  public Optional<TrainEvent> afterRun(Communicator workers) {
    return Optional.of(
        new TrainEvent.Explained(
            JsonCollectives.allGather(
                workers, explainer.summary(kept.latest()), WorkerExplanation.class)));
  }

  @Override
  public long heldBytes() {
    return explainer.heldBytes();
  }

  @Override
  public Optional<CompanionState> state() {
    return Optional.of(this);
  }

  @Override
  public Map<String, Tensor> save(Arena passing) {
    var tensors = new LinkedHashMap<String, Tensor>();
    explainer.save(
        (name, rows, cols, elements) ->
            tensors.put(name, new Tensor(rows, cols, passing.allocateFrom(JAVA_FLOAT, elements))));
    return tensors;
  }

  @Override
  public void restore(Map<String, Tensor> saved) {
    explainer.restore(name -> elements(name, saved.get(name)));
  }

  private static float[] elements(String name, Tensor saved) {
    if (saved == null) {
      throw new IllegalArgumentException(
          "the checkpoint has no %s: it was written by a run with other settings".formatted(name));
    }
    return saved.elements().toArray(JAVA_FLOAT_UNALIGNED);
  }

  @Override
  public void close() {
    explainer.stop();
  }
}
