package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.Dataset;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ModelSpec.Kind;
import dev.atoll.train.model.SageLayer.Aggregator;
import dev.atoll.train.plan.TrainingPlan;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** GAT with attention as one operation learns as with an operation for each of its steps. */
class FusedAttentionTest {
  private static final int EPOCHS = 20;

  @Test
  void trainingIsTheSameToRounding() {
    for (float attentionDropout : new float[] {0, 0.3f}) {
      var model =
          new ModelSpec(
              Kind.GAT,
              3,
              16,
              4,
              2,
              0.5f,
              0,
              attentionDropout,
              false,
              false,
              false,
              false,
              Aggregator.MEAN);
      TrainingPlan plan = TrainingPlan.of(Kind.GAT).with(model).forEpochs(EPOCHS);
      Set<String> called = new HashSet<>();
      try (Dataset world = SmallWorld.of(false);
          var plain = CpuBackend.open(1);
          var fused = CpuBackend.open(1)) {
        List<Double> expected = losses(world, plain, plan);
        List<Double> found =
            losses(world, PreferringBackend.of(fused, "fusesAttention", called::add), plan);
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
          assertEquals(expected.get(epoch), found.get(epoch), 1e-4 * expected.get(epoch));
        }
      }
      assertTrue(called.containsAll(List.of("attention", "attentionBackward")), called::toString);
      assertTrue(!called.contains("edgeSoftmax"), called::toString);
    }
  }

  private static List<Double> losses(Dataset world, Backend backend, TrainingPlan plan) {
    try (var training = Training.open(world, backend, plan)) {
      return training.run(_ -> {}).epochs().stream().map(EpochFinished::loss).toList();
    }
  }
}
