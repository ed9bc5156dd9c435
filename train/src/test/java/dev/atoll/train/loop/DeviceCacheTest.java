package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.testkit.Await;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.bns.NodeSampling;
import dev.atoll.train.halo.cagnet.WholeBlocks;
import dev.atoll.train.halo.codec.Int8;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.pipegcn.Pipelined;
import dev.atoll.train.halo.pipegcn.Smoothed;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.halo.plan.ExchangePlan.Content;
import dev.atoll.train.halo.plan.HaloRows;
import dev.atoll.train.halo.sancus.EpochAdaptive;
import dev.atoll.train.halo.sancus.EpochFixed;
import dev.atoll.train.halo.sancus.GapBound;
import dev.atoll.train.halo.sancus.PeerGap;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.worker.ShardTeam;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Stale rows of peers on a device whose memory is not the host's: the same bits, and no copies of
 * rows that were not sent.
 */
class DeviceCacheTest {
  private static final int WORKERS = 3;

  @TempDir private static Path folder;
  private static Dataset world;
  private static ShardFolder shards;

  @BeforeAll
  static void open() throws IOException {
    world = SmallWorld.of(false);
    shards = LocalTeam.cut(world, WORKERS, folder.resolve("shards"));
  }

  @AfterAll
  static void close() {
    world.close();
  }

  private static ExchangePlan plan(BoundarySampler rows, RefreshRule rule, RowCodec codec) {
    return new ExchangePlan(rows, rule, codec);
  }

  static List<ExchangePlan> plans() {
    RowCodec exact = RowCodec.fp32();
    var halo = new HaloRows();
    return List.of(
        plan(halo, new EpochFixed(2), exact),
        plan(halo, new EpochFixed(1), exact).sending(Content.EMBEDDINGS),
        plan(halo, new PeerGap(GapBound.relative(0.5)), exact),
        plan(new WholeBlocks(), new EpochAdaptive(1), new Int8()).over(ExchangePlan.Route.RING),
        plan(new NodeSampling(0.4), new EpochFixed(0), exact),
        plan(new NodeSampling(0.4), new EpochFixed(1), new Int8()),
        plan(halo, new Pipelined(1, Smoothed.NONE, 0), exact),
        plan(halo, new Pipelined(1, Smoothed.FEATURES, 0.5), exact));
  }

  private static TrainingPlan training(Kind kind, ExchangePlan exchange, int epochs) {
    return FullGraphOnShardsTest.plan(kind, 3, false, epochs).with(exchange);
  }

  /**
   * A run on memory that is not the host's.
   *
   * @param rowBytes copied to the devices, but for the gradients of weights
   */
  private record Far(List<TrainingResult> results, long rowBytes) {
    long boundaryBytes() {
      return results.getFirst().epochs().stream()
          .mapToLong(epoch -> epoch.cost().bytes().get(Purpose.BOUNDARY))
          .sum();
    }
  }

  private static Far far(TrainingPlan plan, Checkpoints checkpoints, TrainEvent.Listener listener) {
    var counts = new long[WORKERS];
    var results =
        ThreadRanks.run(
            WORKERS,
            Limits.DEFAULT.withDeadline(Await.MOST),
            transport -> {
              try (var far = new FarBackend(CpuBackend.open(1));
                  var training =
                      Training.open(world, far, plan, ShardTeam.join(transport, shards, true))) {
                TrainingResult result = training.run(listener, checkpoints);
                long gradients = result.epochs().size() * weightBytes(training);
                counts[transport.rank()] = far.rowBytes() - gradients;
                return result;
              }
            });
    return new Far(results, Arrays.stream(counts).sum());
  }

  private static long weightBytes(Training training) {
    try (Arena arena = Arena.ofConfined()) {
      return training.weights(arena).tensors().values().stream()
          .mapToLong(tensor -> tensor.elements().byteSize())
          .sum();
    }
  }

  private static Far far(TrainingPlan plan) {
    return far(plan, Checkpoints.NONE, _ -> {});
  }

  @ParameterizedTest
  @MethodSource("plans")
  void theBitsAreThoseOfTheHost(ExchangePlan exchange) {
    List<Kind> kinds =
        exchange.sendsEmbeddings() ? List.of(Kind.GCN, Kind.SAGE, Kind.GAT) : List.of(Kind.SAGE);
    for (Kind kind : kinds) {
      TrainingPlan plan = training(kind, exchange, 5);
      TrainingResult near = LocalTeam.train(world, shards, plan).getFirst();
      TrainingResult far = far(plan).results.getFirst();
      assertEquals(near.weightsSha256(), far.weightsSha256(), kind.toString());
      assertEquals(near.cacheBytes(), far.cacheBytes());
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void aResumedRunHasTheirBits(ExchangePlan exchange) throws IOException {
    TrainingPlan plan = training(Kind.SAGE, exchange, 6);
    String undisturbed = far(plan).results.getFirst().weightsSha256();
    var checkpoints = Checkpoints.in(Files.createTempDirectory(folder, "run").resolve("kept"), 1);
    assertThrows(RuntimeException.class, () -> far(plan, checkpoints, DeviceCacheTest::stop));
    Far resumed = far(plan, checkpoints, _ -> {});
    assertEquals(undisturbed, resumed.results.getFirst().weightsSha256());
  }

  private static void stop(TrainEvent event) {
    if (event instanceof TrainEvent.StepFinished step && step.epoch() == 4) {
      throw new IllegalStateException("stopped for the test");
    }
  }

  /** Epochs without senders copy nothing to the device. */
  @Test
  void skippedBroadcastsCopyNothing() {
    ExchangePlan exchange = plan(new HaloRows(), new EpochFixed(9), RowCodec.fp32());
    long first = far(training(Kind.SAGE, exchange, 1)).rowBytes;
    assertEquals(first, far(training(Kind.SAGE, exchange, 8)).rowBytes);
  }

  /** Exactly the received rows are copied. */
  @ParameterizedTest
  @MethodSource("exact")
  void freshRowsAreCopiedOnce(ExchangePlan exchange) {
    Far one = far(training(Kind.SAGE, exchange, 1));
    Far many = far(training(Kind.SAGE, exchange, 7));
    assertTrue(many.boundaryBytes() > one.boundaryBytes());
    assertEquals(many.boundaryBytes() - one.boundaryBytes(), many.rowBytes - one.rowBytes);
  }

  static List<ExchangePlan> exact() {
    return plans().stream()
        .filter(plan -> plan.codec().isExact() && plan.refresh().lag() == 0)
        .toList();
  }

  /** Memory on the device is counted as held; fresh rows take less, which later layers use too. */
  @Test
  void cachesAreHeldBytes() {
    ExchangePlan stale = plan(new HaloRows(), new EpochFixed(2), RowCodec.fp32());
    TrainingResult kept = far(training(Kind.SAGE, stale, 3)).results.getFirst();
    TrainingResult fresh = far(training(Kind.SAGE, ExchangePlan.EXACT, 3)).results.getFirst();
    for (int worker = 0; worker < WORKERS; worker++) {
      assertEquals(0, fresh.cacheBytes().get(worker));
      long more = kept.heldBytes().get(worker) - fresh.heldBytes().get(worker);
      assertTrue(2 * more > kept.cacheBytes().get(worker), () -> "more by " + more);
    }
  }
}
