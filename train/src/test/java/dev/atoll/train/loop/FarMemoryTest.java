package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.cost.RowReads;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.DevicePlan;
import dev.atoll.train.plan.DevicePlan.Device;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.schedule.Schedule;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that nothing above a backend reads its memory: training in unreadable memory gives the same
 * result.
 */
class FarMemoryTest {
  @TempDir private Path folder;

  @Test
  void itCannotBeRead() {
    try (var far = new FarBackend(CpuBackend.open(1));
        var memory = far.newWorkspace()) {
      Matrix m = memory.matrix(2, 2);
      far.kernels().fill(1, m);
      assertThrows(IllegalStateException.class, () -> m.data().get(ValueLayout.JAVA_FLOAT, 0));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itMakesNoDifference(boolean sampled) throws IOException {
    var model = new ModelSpec(Kind.SAGE.layers(), 2, 16, 0.5f, 0, true, false, false, false);
    TrainingPlan whole = TrainingPlan.of(Kind.SAGE.layers()).with(model).forEpochs(1);
    TrainingPlan plan = sampled ? whole.with(SampledPlan.of(Fanouts.of(4, 3))) : whole;
    try (Dataset world = SmallWorld.of(false)) {
      ShardFolder shards = LocalTeam.cut(world, 2, folder);
      String near = LocalTeam.train(world, shards, plan).getFirst().weightsSha256();
      System.setProperty(LocalTeam.FAR, "true");
      try {
        assertEquals(near, LocalTeam.train(world, shards, plan).getFirst().weightsSha256());
      } finally {
        System.clearProperty(LocalTeam.FAR);
      }
    }
  }

  private static final TrainingPlan WHOLE =
      TrainingPlan.of(ModelSpec.sage().hidden(8)).forEpochs(1);

  private static final SampledPlan BATCHES =
      new SampledPlan(
          64,
          Fanouts.of(2, 2),
          new UniformSampling(),
          Shuffle.LOCAL,
          Schedule.ahead(0),
          RowCodec.fp32());

  /** Rows of 8 MB beside a device of 4 MB: batches fit, and chunks of an evaluation. */
  @Test
  void aGraphLargerThanItTrainsInMiniBatches() {
    try (Dataset world = SmallWorld.of(8000, 256, false);
        var small = new FarBackend(CpuBackend.open(1), 4 << 20);
        var large = new FarBackend(CpuBackend.open(1))) {
      TrainingResult inChunks = trained(world, small, WHOLE.with(BATCHES));
      assertEquals(
          trained(world, large, WHOLE.with(BATCHES)).weightsSha256(), inChunks.weightsSha256());
      assertTrue(inChunks.evaluation().test().main() > 0.25);
      assertThrows(IllegalStateException.class, () -> trained(world, small, WHOLE));
    }
  }

  /** Some of 8 MB of rows on a device of 6 MB that draws batches, the others on the host. */
  @ParameterizedTest
  @CsvSource({"0.1n, auto", "0.1n, 0.2n", "0.1n, 0", "auto, auto"})
  void aDeviceCachesRowsOfAGraphLargerThanIt(String rows, String pinned) {
    try (Dataset world = SmallWorld.of(8000, 256, false);
        var small = new FarBackend(CpuBackend.open(1), 6 << 20);
        var large = new FarBackend(CpuBackend.open(1))) {
      TrainingResult all = trained(world, SamplingHost.on(large), drawnThere("1.0n", "auto"));
      TrainingResult some = trained(world, SamplingHost.on(small), drawnThere(rows, pinned));
      assertEquals(all.weightsSha256(), some.weightsSha256());
      assertEquals(all.evaluation(), some.evaluation());
      RowReads reads = some.epochs().getFirst().cost().reads();
      assertTrue(reads.local() > 0 && reads.host() > 0, reads.toString());
      assertEquals(!pinned.equals("auto"), reads.pageable() > 0, reads.toString());
    }
  }

  @Test
  void rowsThatDoNotFitADeviceAreRefused() {
    try (Dataset world = SmallWorld.of(8000, 256, false);
        var small = new FarBackend(CpuBackend.open(1), 4 << 20)) {
      assertThrows(
          IllegalStateException.class,
          () -> trained(world, SamplingHost.on(small), drawnThere("1.0n", "auto")));
      assertEquals(4 << 20, small.freeBytes(), "all of its memory is free again");
    }
  }

  private static TrainingPlan drawnThere(String rows, String pinned) {
    return WHOLE.with(BATCHES.with(new DevicePlan(Device.CUDA, rows, pinned)));
  }

  private static TrainingResult trained(Dataset dataset, Backend device, TrainingPlan plan) {
    try (var training = Training.open(dataset, device, plan)) {
      return training.run(_ -> {});
    }
  }
}
