package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.SamplingPlace;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.RowReads;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.DevicePlan;
import dev.atoll.train.plan.DevicePlan.Device;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.neighbors.UnfusedSampling;
import dev.atoll.train.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that batches which a device draws, fetches and weighs equal those of the host. */
class DeviceSamplingTest {
  @TempDir private Path folder;

  private static final SampledPlan MINI_BATCHES = SampledPlan.of(Fanouts.of(4, 3));

  /** Batches that read few of the nodes. */
  private static final SampledPlan FEW_SEEDS =
      new SampledPlan(
          4,
          Fanouts.of(2, 2),
          Sampling.uniform(),
          Shuffle.LOCAL,
          Schedule.ahead(1),
          RowCodec.fp32());

  private static TrainingPlan plan(Kind kind, SampledPlan sampled) {
    return TrainingPlan.of(kind.layers()).forEpochs(3).with(sampled);
  }

  private static TrainingResult train(
      Dataset data, TrainingPlan plan, UnaryOperator<Backend> device) {
    try (var cpu = CpuBackend.open(1);
        var training = Training.open(data, device.apply(cpu), plan)) {
      return training.run(_ -> {});
    }
  }

  private static void assertSame(TrainingResult host, TrainingResult device) {
    assertEquals(new SamplingPlace("host", ""), host.sampling());
    assertEquals(new SamplingPlace("cpu", ""), device.sampling());
    assertEquals(losses(host), losses(device));
    assertEquals(host.weightsSha256(), device.weightsSha256());
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SAGE", "GCN", "GAT"})
  void theBitsAreTheHosts(Kind kind) {
    for (Dataset data : List.of(SmallWorld.of(false), SmallWorld.directed())) {
      try (data) {
        for (Schedule when : List.of(Schedule.ahead(0), Schedule.ahead(2))) {
          TrainingPlan plan = plan(kind, MINI_BATCHES.with(when));
          TrainingResult host = train(data, plan, cpu -> cpu);
          assertSame(host, train(data, plan, SamplingHost::new));
        }
      }
    }
  }

  @Test
  void marksAndAllNeighborsToo() {
    try (Dataset data = SmallWorld.of(true)) {
      TrainingPlan plan = plan(Kind.SAGE, SampledPlan.of(Fanouts.of(Fanouts.ALL, 2)));
      assertSame(train(data, plan, cpu -> cpu), train(data, plan, SamplingHost::new));
    }
  }

  private static RowReads reads(Dataset data, DevicePlan device) {
    TrainingResult result = train(data, plan(Kind.SAGE, FEW_SEEDS.with(device)), SamplingHost::new);
    TrainingResult plain = train(data, plan(Kind.SAGE, FEW_SEEDS), SamplingHost::new);
    assertEquals(plain.weightsSha256(), result.weightsSha256());
    return result.epochs().getLast().cost().reads();
  }

  @Test
  void rowsOfAllTiersAreCountedAndTimed() {
    try (Dataset data = SmallWorld.of(false)) {
      RowReads near = reads(data, DevicePlan.AUTO);
      assertEquals(0, near.host() + near.busBytes());
      RowReads two = reads(data, new DevicePlan(Device.CUDA, "0.25n"));
      assertEquals(near.local(), two.local() + two.host());
      assertTrue(two.local() > 0 && two.host() > 0, two.toString());
      assertEquals(0, two.pageable() + two.pageableBytes());
      RowReads three = reads(data, new DevicePlan(Device.CUDA, "0.25n", "0.25n"));
      assertEquals(two.local(), three.local());
      assertEquals(two.host(), three.host());
      assertTrue(three.pageable() > 0 && three.pageable() < three.host(), three.toString());
      RowReads unpinned = reads(data, new DevicePlan(Device.CUDA, "0.25n", "0"));
      assertEquals(unpinned.host(), unpinned.pageable());
      for (RowReads reads : List.of(near, two, three, unpinned)) {
        assertEquals(12 * Float.BYTES * reads.host(), reads.busBytes());
        assertEquals(12 * Float.BYTES * reads.pageable(), reads.pageableBytes());
        long pinned = reads.host() - reads.pageable();
        double unit = SamplingHost.SECONDS_PER_ROW;
        assertEquals(unit * reads.local(), reads.localSeconds());
        assertEquals(4 * unit * reads.pageable(), reads.pageableSeconds());
        assertEquals(unit * (2 * pinned + 4 * reads.pageable()), reads.hostSeconds());
      }
    }
  }

  /** A quarter of the rows, taken at random, would serve a quarter of the reads. */
  @Test
  void theLikeliestRowsAreReadMoreOftenThanOthers() {
    try (Dataset data = SmallWorld.of(false)) {
      RowReads reads = reads(data, new DevicePlan(Device.CUDA, "0.25n"));
      assertTrue(10 * reads.local() > 3 * (reads.local() + reads.host()), reads.toString());
    }
  }

  /** Rows of other workers come through the host, and are counted as ever. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SAGE", "GCN"})
  void workersWithAllEdgesDrawOnTheirDevices(Kind kind) throws IOException {
    try (Dataset data = SmallWorld.of(false)) {
      ShardFolder shards =
          LocalTeam.cut(data, new RandomPartitioner(), 2, Topology.REPLICATED, folder);
      TrainingPlan plan = plan(kind, MINI_BATCHES);
      TrainingResult host = LocalTeam.trainOn(data, shards, plan, cpu -> cpu);
      TrainingResult device = LocalTeam.trainOn(data, shards, plan, SamplingHost::new);
      assertSame(host, device);
      for (int epoch = 0; epoch < host.epochs().size(); epoch++) {
        EpochCost one = host.epochs().get(epoch).cost();
        EpochCost other = device.epochs().get(epoch).cost();
        assertEquals(one.bytes(), other.bytes());
        assertEquals(one.reads().peer(), other.reads().peer());
        assertEquals(one.reads().local(), other.reads().local());
      }
    }
  }

  @Test
  void theHostDrawsWhatTheDeviceCannot() {
    try (Dataset data = SmallWorld.of(false)) {
      SampledPlan unfused = MINI_BATCHES.with(new UnfusedSampling());
      SamplingPlace place = train(data, plan(Kind.SAGE, unfused), SamplingHost::new).sampling();
      assertEquals("host", place.place());
      assertNotEquals("", place.reason());
      SampledPlan wanted = unfused.with(new DevicePlan(Device.CUDA, "auto"));
      var refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> train(data, plan(Kind.SAGE, wanted), SamplingHost::new));
      assertTrue(refused.getMessage().contains("sample.device=cuda"), refused.getMessage());
      SampledPlan host = MINI_BATCHES.with(new DevicePlan(Device.HOST, "auto"));
      assertEquals(
          new SamplingPlace("host", ""),
          train(data, plan(Kind.SAGE, host), SamplingHost::new).sampling());
      assertThrows(
          IllegalArgumentException.class,
          () ->
              train(
                  data,
                  plan(Kind.SAGE, MINI_BATCHES.with(new DevicePlan(Device.CUDA, "auto"))),
                  cpu -> cpu));
    }
  }
}
