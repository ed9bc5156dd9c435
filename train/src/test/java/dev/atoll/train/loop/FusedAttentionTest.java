package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GAT with attention as one operation learns as with an operation for each of its steps. */
class FusedAttentionTest {
  private static final int EPOCHS = 20;

  private final Dataset world = SmallWorld.of(false);
  private final Set<String> called = ConcurrentHashMap.newKeySet();

  @AfterEach
  void close() {
    world.close();
  }

  @ParameterizedTest
  @ValueSource(floats = {0, 0.3f})
  void trainingIsTheSameToRounding(float dropout) {
    assertSame(alone(plan(dropout), cpu -> cpu), alone(plan(dropout), this::fused));
  }

  @Test
  void workersOfAGraphUseItToo(@TempDir Path folder) throws IOException {
    ShardFolder shards = LocalTeam.cut(world, 2, folder.resolve("shards"));
    TrainingPlan plan = plan(0.3f);
    assertSame(alone(plan, cpu -> cpu), LocalTeam.trainOn(world, shards, plan, this::fused));
  }

  private static TrainingPlan plan(float attentionDropout) {
    var model =
        new ModelSpec(
            Kind.GAT.layers(4, 2, attentionDropout), 3, 16, 0.5f, 0, false, false, false, false);
    return TrainingPlan.of(Kind.GAT.layers()).with(model).forEpochs(EPOCHS);
  }

  private Backend fused(Backend backend) {
    return PreferringBackend.of(backend, "fusesAttention", called::add);
  }

  private TrainingResult alone(TrainingPlan plan, UnaryOperator<Backend> device) {
    try (var cpu = CpuBackend.open(1);
        var training = Training.open(world, device.apply(cpu), plan)) {
      return training.run(_ -> {});
    }
  }

  private void assertSame(TrainingResult steps, TrainingResult fused) {
    List<Double> expected = losses(steps);
    List<Double> found = losses(fused);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      assertEquals(expected.get(epoch), found.get(epoch), 1e-4 * expected.get(epoch));
    }
    assertTrue(called.containsAll(List.of("attention", "attentionBackward")), called::toString);
    assertFalse(called.contains("edgeSoftmax"), called::toString);
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }
}
