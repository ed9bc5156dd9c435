package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.ChunkPartitioner;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.testkit.Await;
import dev.atoll.train.inference.Inference;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.worker.Resources;
import dev.atoll.train.worker.ShardTeam;
import dev.atoll.train.worker.Team;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever opens, closes: also when opening fails. */
class LifetimeTest {
  private static final TrainingPlan FULL = TrainingPlan.of(Kind.SAGE.layers()).forEpochs(2);
  private static final TrainingPlan SAMPLED = FULL.with(SampledPlan.of(Fanouts.of(3, 3)));
  private static final Limits LIMITS = Limits.DEFAULT.withDeadline(Await.MOST);

  @TempDir private Path folder;

  private final Dataset data = SmallWorld.of(false);
  private final CpuBackend cpu = CpuBackend.open(1);
  private final HeldMemory held = new HeldMemory(cpu);

  @AfterEach
  void close() {
    cpu.close();
    data.close();
  }

  @Test
  void oneWorkerHoldsNothingInTheEnd() {
    for (TrainingPlan plan : List.of(FULL, SAMPLED)) {
      try (var training = Training.open(data, held.backend(), plan)) {
        training.run(event -> {});
        assertTrue(held.bytes() > 0);
      }
      assertNothingHeld();
    }
  }

  @Test
  void workersWithShardsHoldNothingInTheEnd() throws IOException {
    ShardFolder shards =
        LocalTeam.cut(data, new ChunkPartitioner(), 2, Topology.PARTITIONED, folder);
    for (TrainingPlan plan : List.of(FULL, SAMPLED)) {
      ThreadRanks.run(
          2,
          LIMITS,
          transport -> {
            try (var training =
                Training.open(
                    data, held.backend(), plan, ShardTeam.join(transport, shards, true))) {
              return training.run(event -> {});
            }
          });
      assertNothingHeld();
    }
  }

  @Test
  void whatCannotBeOpenedHoldsNothing() {
    var none = new Safetensors(Map.of(), Map.of());
    assertThrows(
        IllegalArgumentException.class, () -> Inference.open(data, held.backend(), SAMPLED, none));
    assertNothingHeld();
    assertThrows(
        IllegalArgumentException.class,
        () -> Training.open(data, held.backend(), SAMPLED, Team.single(data, FULL)));
    assertNothingHeld();
  }

  @Test
  void aRunIsNotRepeated() {
    try (var training = Training.open(data, held.backend(), FULL)) {
      training.run(event -> {});
      var refused = assertThrows(IllegalStateException.class, () -> training.run(event -> {}));
      assertTrue(refused.getMessage().contains("open another Training"), refused.getMessage());
    }
  }

  @Test
  void workersWithOtherShardsLeaveNoThreads() throws IOException {
    ShardFolder one =
        LocalTeam.cut(data, new ChunkPartitioner(), 2, Topology.PARTITIONED, folder.resolve("one"));
    ShardFolder other = LocalTeam.cut(data, 2, folder.resolve("other"));
    long before = threads();
    assertThrows(
        RuntimeException.class,
        () ->
            ThreadRanks.run(
                2,
                LIMITS,
                transport -> ShardTeam.join(transport, transport.rank() == 0 ? one : other, true)));
    assertEquals(before, threads());
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("service-of-rank-"))
        .count();
  }

  @Test
  void allAreClosedEvenWhenOneFails() {
    List<String> closed = new ArrayList<>();
    var resources = new Resources();
    resources.add(() -> closed.add("first"));
    resources.add(
        () -> {
          throw new IOException("second");
        });
    resources.add(
        () -> {
          throw new IllegalStateException("third");
        });
    resources.add(() -> closed.add("fourth"));
    var failure = assertThrows(IllegalStateException.class, resources::close);
    assertEquals("third", failure.getMessage());
    assertEquals("second", failure.getSuppressed()[0].getMessage());
    assertEquals(List.of("fourth", "first"), closed);
  }

  private void assertNothingHeld() {
    assertEquals(0, held.bytes());
    assertEquals(0, held.workspaces());
  }
}
