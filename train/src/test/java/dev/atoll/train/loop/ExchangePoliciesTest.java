package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.bns.EdgeDropping;
import dev.atoll.train.halo.bns.EdgeSampling;
import dev.atoll.train.halo.bns.NodeSampling;
import dev.atoll.train.halo.cagnet.WholeBlocks;
import dev.atoll.train.halo.codec.Int8;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.plan.Always;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.halo.plan.HaloRows;
import dev.atoll.train.halo.sancus.EpochAdaptive;
import dev.atoll.train.halo.sancus.EpochFixed;
import dev.atoll.train.halo.sancus.GapBound;
import dev.atoll.train.halo.sancus.PeerGap;
import dev.atoll.train.halo.sancus.StaleGradients;
import dev.atoll.train.halo.sancus.VariationGap;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests rows, refreshing and codecs: what each omits, and that omitting nothing changes nothing.
 */
class ExchangePoliciesTest {
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

  private static TrainingResult train(Kind kind, ExchangePlan exchange) {
    return LocalTeam.trainAlike(
        world, shards, FullGraphOnShardsTest.plan(kind, 3, false, EPOCHS).with(exchange));
  }

  private static ExchangePlan rows(BoundarySampler rows) {
    return new ExchangePlan(rows, new Always(), RowCodec.fp32());
  }

  private static ExchangePlan refresh(RefreshRule refresh) {
    return new ExchangePlan(new WholeBlocks(), refresh, RowCodec.fp32());
  }

  private static ExchangePlan codec(RowCodec codec) {
    return new ExchangePlan(new HaloRows(), new Always(), codec);
  }

  private static EpochCost cost(TrainingResult result) {
    return result.epochs().getLast().cost();
  }

  private static long boundary(TrainingResult result) {
    return cost(result).bytes().get(Purpose.BOUNDARY);
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }

  static Stream<ExchangePlan> exact() {
    return Stream.of(
        ExchangePlan.EXACT.inTurn(),
        rows(new WholeBlocks()),
        rows(new NodeSampling(1)),
        rows(new EdgeSampling(1)),
        rows(new EdgeDropping(1)),
        new ExchangePlan(new NodeSampling(1), new EpochFixed(0), RowCodec.fp32()),
        new ExchangePlan(new HaloRows(), new Always(), RowCodec.fp32()));
  }

  @ParameterizedTest
  @MethodSource("exact")
  void leavingNothingOutIsExactToTheBit(ExchangePlan plan) {
    TrainingResult vanilla = train(Kind.SAGE, ExchangePlan.EXACT);
    TrainingResult result = train(Kind.SAGE, plan);
    assertEquals(losses(vanilla), losses(result));
    assertEquals(vanilla.weightsSha256(), result.weightsSha256());
  }

  @ParameterizedTest
  @CsvSource({"GCN,0.1", "SAGE,0.1", "GAT,0.1", "SAGE,0.02", "SAGE,0"})
  void bytesFollowTheRate(Kind kind, double rate) {
    TrainingResult vanilla = train(kind, ExchangePlan.EXACT);
    TrainingResult sampled = train(kind, rows(new NodeSampling(rate)));
    double share = (double) boundary(sampled) / boundary(vanilla);
    assertEquals(rate, share, 0.1 * rate + 0.005);
    assertEquals(0, cost(sampled).bytes().get(Purpose.SAMPLING));
    assertTrue(losses(sampled).getLast() < losses(sampled).getFirst());
    assertNotEquals(vanilla.weightsSha256(), sampled.weightsSha256());
  }

  @Test
  void droppingEdgesSavesFarLess() {
    long nodes = boundary(train(Kind.SAGE, rows(new NodeSampling(0.1))));
    long boundaryEdges = boundary(train(Kind.SAGE, rows(new EdgeSampling(0.1))));
    long allEdges = boundary(train(Kind.SAGE, rows(new EdgeDropping(0.1))));
    assertTrue(boundaryEdges > 1.2 * nodes, boundaryEdges + " and " + nodes);
    assertTrue(allEdges > boundaryEdges, allEdges + " and " + boundaryEdges);
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,3", "3,4"})
  void fixedEpochsSendOneInSoMany(int bound, int every) {
    TrainingResult result = train(Kind.GCN, refresh(new EpochFixed(bound)));
    long sent = result.epochs().stream().mapToLong(e -> e.cost().broadcastsSent()).sum();
    long skipped = result.epochs().stream().mapToLong(e -> e.cost().broadcastsSkipped()).sum();
    int hops = 2;
    int directions = 2;
    assertEquals((long) EPOCHS / every * WORKERS * hops * directions, sent);
    assertEquals((long) EPOCHS * WORKERS * hops * directions, sent + skipped);
    assertTrue(result.cacheBytes().stream().allMatch(bytes -> bytes > 0));
  }

  @Test
  void adaptiveWorkersSendOneAfterTheOther() {
    TrainingResult result = train(Kind.SAGE, refresh(new EpochAdaptive(1)));
    for (EpochFinished epoch : result.epochs().subList(2, EPOCHS)) {
      assertEquals(2 * 2 * 2, epoch.cost().broadcastsSent(), "epoch " + epoch.epoch());
    }
  }

  @Test
  void theLessRowsMoveTheLessIsSent() {
    long often = sent(train(Kind.GCN, refresh(new VariationGap(GapBound.relative(0.3)))));
    long seldom = sent(train(Kind.GCN, refresh(new VariationGap(GapBound.relative(5)))));
    assertTrue(seldom < often, seldom + " and " + often);
  }

  private static long sent(TrainingResult result) {
    return result.epochs().stream().mapToLong(e -> e.cost().broadcastsSent()).sum();
  }

  @Test
  void nothingIsNoBroadcast() {
    TrainingResult isolated = train(Kind.GCN, rows(new NodeSampling(0)));
    assertEquals(0, boundary(isolated));
    assertEquals(0, sent(isolated));
    assertTrue(sent(train(Kind.GCN, rows(new NodeSampling(0.5)))) > 0);
  }

  @Test
  void skippedGradientsHalveTheirBytes() {
    long all = boundary(train(Kind.GCN, refresh(new Always())));
    TrainingResult skipped = train(Kind.GCN, refresh(new StaleGradients(1)));
    assertEquals(all / 2, boundary(skipped));
    assertEquals(all, skipped.epochs().get(EPOCHS - 2).cost().bytes().get(Purpose.BOUNDARY));
  }

  @ParameterizedTest
  @MethodSource("dev.atoll.train.halo.codec.RowCodecContractTest#registered")
  void codecsAreCloseToExact(RowCodec codec) throws IOException {
    TrainingResult vanilla = train(Kind.SAGE, ExchangePlan.EXACT);
    TrainingResult result = train(Kind.SAGE, codec(codec));
    assertEquals(
        losses(vanilla).getLast(), losses(result).getLast(), 0.02 * losses(vanilla).getLast());
    int hidden = 16;
    int classes = 4;
    int directions = 2;
    var seen = new SeenRows(world, shards);
    assertEquals(
        directions
            * (seen.before(1, 3) * codec.rowBytes(hidden)
                + seen.before(2, 3) * codec.rowBytes(classes)),
        boundary(result));
  }

  @Test
  void readersGetRowsThatMovedForThem() {
    TrainingResult result = train(Kind.SAGE, byPeer(0.5));
    long all = (long) EPOCHS * WORKERS * (WORKERS - 1) * 2 * 2;
    long skipped = result.epochs().stream().mapToLong(e -> e.cost().broadcastsSkipped()).sum();
    assertEquals(all, sent(result) + skipped);
    assertTrue(skipped > 0 && skipped < all, skipped + " of " + all);
    boolean someAndNotOthers =
        result.epochs().stream().anyMatch(e -> e.cost().broadcastsSent() % (WORKERS - 1) != 0);
    assertTrue(someAndNotOthers);
  }

  private static ExchangePlan byPeer(double share) {
    return new ExchangePlan(new HaloRows(), new PeerGap(GapBound.relative(share)), RowCodec.fp32());
  }

  static Stream<ExchangePlan> remembering() {
    return Stream.of(
        codec(new Int8()), new ExchangePlan(new NodeSampling(0.3), new EpochFixed(1), new Int8()));
  }

  @ParameterizedTest
  @MethodSource("remembering")
  void aRunThatWasInterruptedGoesOnAsIfNothingHadHappened(ExchangePlan exchange)
      throws IOException {
    TrainingPlan plan = FullGraphOnShardsTest.plan(Kind.SAGE, 3, false, EPOCHS).with(exchange);
    String undisturbed = LocalTeam.train(world, shards, plan).getFirst().weightsSha256();
    Path runs = Files.createTempDirectory(folder, "run");
    var checkpoints = Checkpoints.in(runs.resolve("checkpoint"), 1);
    assertThrows(
        RuntimeException.class,
        () -> LocalTeam.train(world, shards, plan, checkpoints, ExchangePoliciesTest::stop, null));
    var resumed = LocalTeam.train(world, shards, plan, checkpoints, event -> {}, null);
    assertEquals(undisturbed, resumed.getFirst().weightsSha256());
  }

  private static void stop(TrainEvent event) {
    if (event instanceof TrainEvent.StepFinished step && step.epoch() == 7) {
      throw new IllegalStateException("stopped for the test");
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIGHT", "NONE"})
  void everythingAtOnce(Kind kind) {
    var plan = new ExchangePlan(new NodeSampling(0.2), new EpochAdaptive(1), new Int8());
    TrainingResult result = train(kind, plan);
    assertTrue(losses(result).getLast() < losses(result).getFirst());
    assertEquals(result.weightsSha256(), train(kind, plan).weightsSha256());
  }
}
