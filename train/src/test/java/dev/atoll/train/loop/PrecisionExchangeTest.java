package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.bns.EdgeSampling;
import dev.atoll.train.halo.bns.ImportanceSampling;
import dev.atoll.train.halo.bns.NodeSampling;
import dev.atoll.train.halo.cagnet.WholeBlocks;
import dev.atoll.train.halo.codec.Bf16;
import dev.atoll.train.halo.codec.Fp16;
import dev.atoll.train.halo.codec.Int8;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.pipegcn.Pipelined;
import dev.atoll.train.halo.pipegcn.Smoothed;
import dev.atoll.train.halo.plan.Always;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.halo.plan.ExchangePlan.Content;
import dev.atoll.train.halo.plan.ExchangePlan.Route;
import dev.atoll.train.halo.plan.HaloRows;
import dev.atoll.train.halo.sancus.EpochAdaptive;
import dev.atoll.train.halo.sancus.EpochFixed;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The number format of values, crossed with the rows that travel, their codec, their route and the
 * overlap: rows are in full precision on their way, whatever the device computes with.
 */
class PrecisionExchangeTest {
  private static final int EPOCHS = 4;
  private static final int WORKERS = 3;

  /** A value of bf16 is off by at most 1 in 256, and errors average out. */
  private static final double ROUNDING = 1e-3;

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

  private record Setting(DType precision, Kind kind, RowCodec codec, RefreshRule refresh) {
    ExchangePlan exchange(BoundarySampler rows) {
      return new ExchangePlan(rows, refresh, codec);
    }
  }

  static Stream<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    for (DType precision : List.of(DType.F32, DType.BF16)) {
      for (RowCodec codec : List.of(RowCodec.fp32(), new Fp16(), new Bf16(), new Int8())) {
        settings.add(new Setting(precision, Kind.SAGE, codec, new Always()));
      }
      settings.add(new Setting(precision, Kind.GCN, RowCodec.fp32(), new EpochAdaptive(1)));
      settings.add(new Setting(precision, Kind.GCN, new Int8(), new EpochFixed(1)));
      settings.add(new Setting(precision, Kind.GAT, RowCodec.fp32(), new Always()));
    }
    return settings.stream();
  }

  /** Rows that a peer does not read change nothing, nor does the way of the others. */
  @ParameterizedTest
  @MethodSource("settings")
  void everyWayOfWholeBlocksGivesTheSameBits(Setting setting) {
    TrainingResult expected = train(setting, setting.exchange(new WholeBlocks()));
    ExchangePlan blocks = setting.exchange(new WholeBlocks());
    for (ExchangePlan other :
        List.of(
            blocks,
            blocks.inTurn(),
            blocks.over(Route.RING),
            blocks.over(Route.RING).inTurn(),
            setting.exchange(new HaloRows()))) {
      TrainingResult found = train(setting, other);
      assertSame(expected, found, setting + ", " + other);
    }
  }

  /** Embeddings travel before the weights, so that peers multiply what they receive. */
  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F32", "BF16"})
  void everyWayOfEmbeddingsGivesTheSameBits(DType precision) {
    var setting = new Setting(precision, Kind.SAGE, new Fp16(), new Always());
    ExchangePlan halo = setting.exchange(new HaloRows()).sending(Content.EMBEDDINGS);
    ExchangePlan blocks = setting.exchange(new WholeBlocks()).sending(Content.EMBEDDINGS);
    TrainingResult expected = train(setting, halo);
    for (ExchangePlan other : List.of(blocks, blocks.over(Route.RING).inTurn())) {
      assertSame(expected, train(setting, other), setting + ", " + other);
    }
  }

  static List<ExchangePlan> ofAllKinds() {
    var fp32 = RowCodec.fp32();
    return List.of(
        new ExchangePlan(new WholeBlocks(), new Always(), new Int8()).over(Route.RING),
        new ExchangePlan(new HaloRows(), new Always(), fp32).sending(Content.EMBEDDINGS),
        new ExchangePlan(new NodeSampling(0.5), new EpochFixed(1), fp32),
        new ExchangePlan(new HaloRows(), new Pipelined(1, Smoothed.NONE, 0), new Fp16()));
  }

  /** Neither a device with memory of its own nor sockets between workers show. */
  @ParameterizedTest
  @MethodSource("ofAllKinds")
  void devicesAndTransportsGiveTheSameBits(ExchangePlan exchange) {
    for (DType precision : List.of(DType.F32, DType.BF16)) {
      var setting = new Setting(precision, Kind.SAGE, exchange.codec(), exchange.refresh());
      TrainingPlan plan = plan(setting).with(exchange);
      TrainingResult expected = train(setting, exchange);
      TrainingResult far =
          LocalTeam.trainAlike(world, shards, plan, () -> new FarBackend(backend(setting)));
      assertSame(expected, far, setting + " on a device, " + exchange);
      TrainingResult sent =
          LocalTeam.trainAlikeOverTcp(world, shards, plan, () -> backend(setting));
      assertSame(expected, sent, setting + " over TCP, " + exchange);
    }
  }

  private static void assertSame(TrainingResult expected, TrainingResult found, String setting) {
    assertEquals(expected.weightsSha256(), found.weightsSha256(), setting);
    assertEquals(losses(expected), losses(found), setting);
  }

  @ParameterizedTest
  @CsvSource({"F32,SAGE", "F32,GCN", "BF16,SAGE", "BF16,GCN", "BF16,GAT"})
  void theLossIsThatOfOneWorker(DType precision, Kind kind) {
    var setting = new Setting(precision, kind, RowCodec.fp32(), new Always());
    List<Double> found = losses(train(setting, setting.exchange(new WholeBlocks())));
    List<Double> alone = alone(setting);
    double allowed = precision == DType.F32 ? 1e-5 : ROUNDING;
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      double difference = Math.abs(alone.get(epoch) / found.get(epoch) - 1);
      assertTrue(difference <= allowed, alone + " alone, " + found);
    }
  }

  static List<ExchangePlan> drawnOrStale() {
    var fp32 = RowCodec.fp32();
    return List.of(
        new ExchangePlan(new NodeSampling(0.5), new Always(), fp32),
        new ExchangePlan(new ImportanceSampling(0.5), new Always(), new Fp16()),
        new ExchangePlan(new EdgeSampling(0.5), new Always(), fp32),
        new ExchangePlan(new HaloRows(), new EpochFixed(1), fp32),
        new ExchangePlan(new NodeSampling(0.5), new EpochFixed(1), fp32),
        new ExchangePlan(new HaloRows(), new Pipelined(1, Smoothed.NONE, 0), new Fp16()),
        new ExchangePlan(new HaloRows(), new Pipelined(1, Smoothed.BOTH, 0.5), fp32),
        new ExchangePlan(new HaloRows(), new Always(), fp32).sending(Content.EMBEDDINGS));
  }

  /**
   * Draws and averages over epochs do not depend on the number format of values. Errors of the half
   * of the rows average out less; other draws change the loss by some percent.
   */
  @ParameterizedTest
  @MethodSource("drawnOrStale")
  void drawnOrStaleRowsAreThoseOfFullPrecision(ExchangePlan exchange) {
    List<Double> exact = losses(trainTwice(DType.F32, exchange));
    List<Double> rounded = losses(trainTwice(DType.BF16, exchange));
    assertNotEquals(exact, rounded);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      double difference = Math.abs(rounded.get(epoch) / exact.get(epoch) - 1);
      assertTrue(difference <= 2 * ROUNDING, exact + " in full precision, " + rounded);
    }
  }

  /** The result of a run and of the same again, which has the same bits. */
  private static TrainingResult trainTwice(DType precision, ExchangePlan exchange) {
    var setting = new Setting(precision, Kind.SAGE, exchange.codec(), exchange.refresh());
    TrainingResult found = train(setting, exchange);
    TrainingResult again = train(setting, exchange);
    assertEquals(found.weightsSha256(), again.weightsSha256(), precision.toString());
    assertEquals(losses(found), losses(again));
    return found;
  }

  private static TrainingPlan plan(Setting setting) {
    return FullGraphOnShardsTest.plan(setting.kind(), 3, false, EPOCHS);
  }

  private static CpuBackend backend(Setting setting) {
    return CpuBackend.open(CpuOptions.of(1).withActivations(setting.precision()));
  }

  private static TrainingResult train(Setting setting, ExchangePlan exchange) {
    return LocalTeam.trainAlike(
        world, shards, plan(setting).with(exchange), () -> backend(setting));
  }

  private static List<Double> alone(Setting setting) {
    try (Backend backend = backend(setting);
        var training = Training.open(world, backend, plan(setting))) {
      return losses(training.run(_ -> {}));
    }
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }
}
