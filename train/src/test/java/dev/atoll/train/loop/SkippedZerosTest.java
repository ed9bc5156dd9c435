package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.Dataset;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Tests that summing gradients before multiplication, where zeros cost nothing, gives the same
 * losses, to rounding.
 */
class SkippedZerosTest {
  private static final int LAYERS = 3;
  private static final int EPOCHS = 20;

  /** Sums of mostly zeros so far. */
  private final AtomicInteger sums = new AtomicInteger();

  @Test
  void trainingIsTheSameToRounding() {
    var model = new ModelSpec(Kind.SAGE.layers(), LAYERS, 16, 0.5f, 0, false, false, false, false);
    TrainingPlan plan = TrainingPlan.of(Kind.SAGE.layers()).with(model).forEpochs(EPOCHS);
    try (Dataset world = SmallWorld.of(false);
        var plain = CpuBackend.open(1);
        var skipping = CpuBackend.open(1)) {
      List<Double> expected = losses(world, plain, plan);
      List<Double> found = losses(world, skippingZeros(skipping), plan);
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        assertEquals(expected.get(epoch), found.get(epoch), 1e-4 * expected.get(epoch));
      }
    }
    int forwardAndBack = 2 * (LAYERS - 2);
    assertTrue(sums.get() >= forwardAndBack * EPOCHS, sums + " sums");
  }

  private static List<Double> losses(Dataset world, Backend backend, TrainingPlan plan) {
    try (var training = Training.open(world, backend, plan)) {
      return training.run(_ -> {}).epochs().stream().map(EpochFinished::loss).toList();
    }
  }

  private Backend skippingZeros(Backend backend) {
    return PreferringBackend.of(
        backend,
        "skipsZeros",
        kernel -> {
          if (kernel.equals("spmmMostlyZero")) {
            sums.incrementAndGet();
          }
        });
  }
}
