package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.gradient.PartialReduce;
import dev.atoll.train.halo.ChangeMean;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;
import dev.atoll.train.halo.bns.NodeSampling;
import dev.atoll.train.halo.cagnet.WholeBlocks;
import dev.atoll.train.halo.codec.Int8;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.plan.Always;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.halo.plan.ExchangePlan.Content;
import dev.atoll.train.halo.plan.ExchangePlan.Route;
import dev.atoll.train.halo.plan.HaloRows;
import dev.atoll.train.halo.sancus.EpochAdaptive;
import dev.atoll.train.halo.sancus.EpochFixed;
import dev.atoll.train.halo.sancus.ForwardOnly;
import dev.atoll.train.halo.sancus.GapBound;
import dev.atoll.train.halo.sancus.GapNorm;
import dev.atoll.train.halo.sancus.PeerGap;
import dev.atoll.train.halo.sancus.VariationGap;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.sage.SageLayer.Aggregator;
import dev.atoll.train.plan.OptimizerSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.DoubleAccumulator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Training as SANCUS publishes it: ring, embeddings before dropout, forward only, clipping. */
class SancusTrainingTest {
  private static final int EPOCHS = 12;
  private static final int WORKERS = 4;

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

  private static ExchangePlan blocks(RefreshRule refresh) {
    return new ExchangePlan(new WholeBlocks(), refresh, RowCodec.fp32());
  }

  private static TrainingResult train(TrainingPlan plan) {
    return LocalTeam.trainAlike(world, shards, plan);
  }

  private static TrainingResult train(Kind kind, ExchangePlan exchange) {
    return train(FullGraphOnShardsTest.plan(kind, 3, false, EPOCHS).with(exchange));
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }

  private static List<Double> alone(TrainingPlan plan) {
    try (var cpu = CpuBackend.open(1);
        var training = Training.open(world, cpu, plan)) {
      return losses(training.run(event -> {}));
    }
  }

  private static long bytes(TrainingResult result) {
    return result.epochs().stream().mapToLong(e -> e.cost().bytes().get(Purpose.BOUNDARY)).sum();
  }

  private static void assertClose(List<Double> expected, List<Double> found) {
    for (int epoch = 0; epoch < expected.size(); epoch++) {
      assertEquals(expected.get(epoch), found.get(epoch), 1e-5 * expected.get(epoch));
    }
  }

  /** Whoever sends, and in whatever number format: the same blocks, the same bytes. */
  @Test
  void theRingGivesTheBitsOfTheDirectExchange() {
    var gap = new VariationGap(GapBound.relative(0.3));
    for (ExchangePlan plan :
        List.of(
            blocks(new Always()),
            blocks(new EpochAdaptive(1)),
            blocks(gap),
            new ExchangePlan(new WholeBlocks(), new EpochAdaptive(2), new Int8()))) {
      TrainingResult direct = train(Kind.SAGE, plan);
      TrainingResult ring = train(Kind.SAGE, plan.over(Route.RING));
      assertEquals(direct.weightsSha256(), ring.weightsSha256(), plan.toString());
      assertEquals(bytes(direct), bytes(ring), plan.toString());
    }
  }

  @Test
  void aRingNeedsWholeBlocks() {
    var e = assertThrows(IllegalArgumentException.class, () -> ExchangePlan.EXACT.over(Route.RING));
    assertTrue(e.getMessage().contains("exchange.rows=all"), e.getMessage());
  }

  /** Readers apply the masks of owners: many workers are one. */
  @ParameterizedTest
  @EnumSource(names = {"GCN", "SAGE", "GAT"})
  void embeddingsAreDroppedByTheirReaders(Kind kind) {
    TrainingPlan plan = FullGraphOnShardsTest.plan(kind, 3, false, EPOCHS);
    ExchangePlan embeddings = ExchangePlan.EXACT.sending(Content.EMBEDDINGS);
    assertClose(alone(plan), losses(train(plan.with(embeddings))));
  }

  @ParameterizedTest
  @EnumSource(
      value = Aggregator.class,
      names = {"MAX", "POOL"})
  void maximaAndResidualsToo(Aggregator aggregator) {
    var model =
        new ModelSpec(Kind.SAGE.layers(aggregator), 3, 16, 0.5f, 0.2f, true, true, true, true);
    TrainingPlan plan = TrainingPlan.of(model).forEpochs(6);
    ExchangePlan embeddings = ExchangePlan.EXACT.sending(Content.EMBEDDINGS);
    assertClose(alone(plan), losses(train(plan.with(embeddings))));
  }

  /** A sample of rows has ids of its own in every epoch. */
  @Test
  void sampledRowsHaveTheirOwnMasks() {
    var plan = new ExchangePlan(new NodeSampling(0.3), new Always(), RowCodec.fp32());
    TrainingResult narrow = train(Kind.SAGE, plan);
    TrainingResult whole = train(Kind.SAGE, plan.sending(Content.EMBEDDINGS));
    assertClose(losses(narrow), losses(whole));
  }

  @Test
  void withoutStaleRowsEmbeddingsAreThoseOfCagnet() {
    String exact =
        train(Kind.GCN, blocks(new Always()).sending(Content.EMBEDDINGS)).weightsSha256();
    for (RefreshRule rule :
        List.of(
            new ForwardOnly(new EpochFixed(0)),
            new ForwardOnly(new EpochAdaptive(0)),
            new VariationGap(GapBound.relative(0)))) {
      ExchangePlan plan = blocks(rule).sending(Content.EMBEDDINGS).over(Route.RING);
      assertEquals(exact, train(Kind.GCN, plan).weightsSha256());
    }
  }

  /** The noise of dropout is no change: without it far less is sent at the same bound. */
  @Test
  void dropoutDoesNotCountAsChange() {
    var gap = new VariationGap(GapBound.relative(0.6));
    long after = sent(train(Kind.GCN, blocks(gap)));
    long before = sent(train(Kind.GCN, blocks(gap).sending(Content.EMBEDDINGS)));
    assertTrue(before < 0.8 * after, before + " and " + after);
  }

  private static long sent(TrainingResult result) {
    return result.epochs().stream().mapToLong(e -> e.cost().broadcastsSent()).sum();
  }

  @ParameterizedTest
  @CsvSource({"1,0.75", "2,0.6667"})
  void forwardOnlySavesTheEmbeddingsAlone(int bound, double share) {
    var rule = new ForwardOnly(new EpochFixed(bound));
    double all = bytes(train(Kind.SAGE, blocks(new Always())));
    assertEquals(share, bytes(train(Kind.SAGE, blocks(rule))) / all, 1e-4);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "3"})
  void theLargestAgeIsReported(int bound) {
    for (RefreshRule rule : List.of(new EpochFixed(bound), new EpochAdaptive(bound))) {
      long oldest =
          train(Kind.SAGE, blocks(rule)).epochs().stream()
              .mapToLong(e -> e.cost().maxAge())
              .max()
              .orElseThrow();
      assertEquals(bound, oldest);
    }
  }

  /** Notes every gap that a rule lets pass. */
  private record Watched(VariationGap rule, DoubleAccumulator largest) implements RefreshRule {
    @Override
    public Senders senders(RefreshStep step) {
      return rule.senders(new WatchedStep(step, largest));
    }

    @Override
    public boolean usesStale() {
      return true;
    }
  }

  private record WatchedStep(RefreshStep step, DoubleAccumulator largest) implements RefreshStep {
    @Override
    public boolean movedSinceSent(ChangeTest test) {
      return step.movedSinceSent(
          (change, norm) -> {
            boolean tooFar = test.isTooFar(change, norm);
            if (!tooFar) {
              largest.accumulate(change);
            }
            return tooFar;
          });
    }

    @Override
    public boolean movedSinceSent(int peer, ChangeTest test) {
      throw new UnsupportedOperationException("one decision for all peers");
    }

    @Override
    public int rank() {
      return step.rank();
    }

    @Override
    public int workers() {
      return step.workers();
    }

    @Override
    public int epoch() {
      return step.epoch();
    }

    @Override
    public Direction direction() {
      return step.direction();
    }

    @Override
    public int lastSent(int worker) {
      return step.lastSent(worker);
    }

    @Override
    public long[] allGather(long value) {
      return step.allGather(value);
    }

    @Override
    public ChangeMean changes() {
      return step.changes();
    }

    @Override
    public boolean goesTo(int peer) {
      return step.goesTo(peer);
    }
  }

  @Test
  void noGapInUseIsLargerThanTheBound() {
    var largest = new DoubleAccumulator(Math::max, 0);
    var rule = new VariationGap(new GapBound(2, GapNorm.ABSOLUTE, 0));
    TrainingResult result =
        train(Kind.GCN, blocks(new Watched(rule, largest)).sending(Content.EMBEDDINGS));
    assertTrue(largest.get() > 0 && largest.get() <= 2, "largest gap " + largest.get());
    assertTrue(result.epochs().stream().anyMatch(e -> e.cost().broadcastsSkipped() > 0));
  }

  /** The forecast is what the caches take, to the byte: with one byte less the run is refused. */
  @Test
  void cachesTakeWhatWasForecast() {
    var gap = new VariationGap(GapBound.relative(0.1));
    for (ExchangePlan exchange :
        List.of(
            blocks(new EpochFixed(1)),
            blocks(new ForwardOnly(new EpochFixed(1))),
            blocks(gap),
            blocks(new ForwardOnly(gap)).sending(Content.EMBEDDINGS),
            new ExchangePlan(new HaloRows(), gap, RowCodec.fp32()),
            new ExchangePlan(
                new HaloRows(), new PeerGap(GapBound.relative(0.1)), RowCodec.fp32()))) {
      TrainingPlan plan = FullGraphOnShardsTest.plan(Kind.GCN, 3, false, 2);
      long most = Collections.max(train(plan.with(exchange)).cacheBytes());
      train(plan.with(exchange.within(most)));
      TrainingPlan less = plan.with(exchange.within(most - 1));
      assertThrows(BadDataException.class, () -> train(less), exchange.toString());
    }
  }

  /** A worker's copies of its own rows, H̃ of algorithm 6, are memory that only the gap needs. */
  @Test
  void ownCopiesAreCounted() {
    ExchangePlan fixed = blocks(new ForwardOnly(new EpochFixed(1)));
    ExchangePlan gap = blocks(new ForwardOnly(new VariationGap(GapBound.relative(0.1))));
    List<Long> without = train(Kind.SAGE, fixed).cacheBytes();
    List<Long> with = train(Kind.SAGE, gap).cacheBytes();
    for (int worker = 0; worker < WORKERS; worker++) {
      assertTrue(with.get(worker) > without.get(worker), with + " and " + without);
    }
  }

  /** Two runs differ by the clipping, a large norm clips nothing, and a small one all. */
  @ParameterizedTest
  @EnumSource(names = {"GCN", "SAGE", "GAT"})
  void gradientsOfALayerAreClippedBeforeTheyAreSent(Kind kind) {
    TrainingResult plain = train(kind, blocks(new Always()));
    TrainingResult wide = train(kind, blocks(new Always()).clippedAt(1e6));
    TrainingResult tight = train(kind, blocks(new Always()).clippedAt(1e-3));
    assertEquals(plain.weightsSha256(), wide.weightsSha256());
    assertNotEquals(plain.weightsSha256(), tight.weightsSha256());
    assertEquals(bytes(plain), bytes(tight));
    assertTrue(losses(tight).getLast() < losses(tight).getFirst());
  }

  @Test
  void aClippedGradientIsThatOfOneWorker() {
    TrainingPlan plan =
        FullGraphOnShardsTest.plan(Kind.SAGE, 3, false, EPOCHS)
            .with(OptimizerSpec.sgd(0.5f, 0).clip(0.05f));
    List<Double> alone = alone(plan);
    assertClose(alone, losses(train(plan)));
    assertNotEquals(alone, alone(plan.with(OptimizerSpec.sgd(0.5f, 0))));
  }

  @Test
  void partialReduceResumesToTheBit() throws IOException {
    TrainingPlan plan =
        FullGraphOnShardsTest.plan(Kind.SAGE, 2, false, EPOCHS)
            .with(new ExchangePlan(new HaloRows(), new Always(), RowCodec.fp32()))
            .with(new PartialReduce(2));
    String undisturbed = train(plan).weightsSha256();
    var checkpoints = Checkpoints.in(folder.resolve("partial"), 1);
    assertThrows(
        RuntimeException.class,
        () -> LocalTeam.train(world, shards, plan, checkpoints, SancusTrainingTest::stop, null));
    var resumed = LocalTeam.train(world, shards, plan, checkpoints, event -> {}, null);
    assertEquals(undisturbed, resumed.getFirst().weightsSha256());
    assertNotEquals(undisturbed, train(plan.with(new PartialReduce(0))).weightsSha256());
  }

  private static void stop(TrainEvent event) {
    if (event instanceof TrainEvent.StepFinished step && step.epoch() == 7) {
      throw new IllegalStateException("stopped for the test");
    }
  }
}
