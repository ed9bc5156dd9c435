package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.OptimizerSpec;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run whose numbers grow beyond all bounds ends with an error, and does end. */
class DivergenceTest {
  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  @Timeout(180)
  void aRunThatDivergesSaysSo(boolean multiLabel, boolean miniBatches) {
    TrainingPlan plan = diverging(TrainingPlan.of(Kind.SAGE.layers()).forEpochs(20));
    try (Dataset data = SmallWorld.of(multiLabel);
        var cpu = CpuBackend.open(1);
        var training =
            Training.open(
                data, cpu, miniBatches ? plan.with(SampledPlan.of(Fanouts.of(3, 3))) : plan)) {
      var failure = assertThrows(DivergedException.class, () -> training.run(event -> {}));
      String message = failure.getMessage();
      assertTrue(message.startsWith("training diverged at epoch "), message);
      assertTrue(message.contains("lower the learning rate"), message);
    }
  }

  private static TrainingPlan diverging(TrainingPlan plan) {
    return plan.with(OptimizerSpec.sgd(1e30f, 0));
  }
}
