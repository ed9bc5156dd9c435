package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.train.TestValues;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.bns.EdgeSampling;
import dev.atoll.train.halo.cagnet.WholeBlocks;
import dev.atoll.train.halo.codec.Int8;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.halo.plan.HaloRows;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every {@link RefreshRule}: one line per registered rule. */
class RefreshRuleContractTest {
  private static final int EPOCHS = 12;
  private static final int WORKERS = 4;

  @TempDir private static Path folder;
  private static Dataset world;
  private static ShardFolder shards;
  private static TrainingResult vanilla;

  /**
   * A rule under test.
   *
   * @param rows with which it is trained
   * @param exact settings under which no stale row is read
   * @param stale settings under which stale rows are read, where the rule does that
   */
  record Line(String name, BoundarySampler rows, String exact, String stale) {
    RefreshRule exactRule() {
      return TestValues.make(RefreshRule.class, name, exact);
    }

    RefreshRule staleRule() {
      return TestValues.make(RefreshRule.class, name, stale);
    }
  }

  static List<Line> lines() {
    var halo = new HaloRows();
    var all = new WholeBlocks();
    return List.of(
        new Line("always", all, "", ""),
        new Line("epoch-fixed", all, "exchange.bound=0", "exchange.bound=1"),
        new Line("epoch-adaptive", all, "exchange.bound=0", "exchange.bound=1"),
        new Line(
            "epoch-adaptive",
            halo,
            "exchange.bound=0 exchange.directions=forward",
            "exchange.bound=2 exchange.directions=forward"),
        new Line("epoch-adaptive-printed", all, "exchange.bound=0", "exchange.bound=1"),
        new Line("variation-gap", all, "exchange.bound=0", "exchange.bound=0.5"),
        new Line("peer-gap", halo, "exchange.bound=0", "exchange.bound=0.5"),
        new Line(
            "variation-gap",
            all,
            "exchange.bound=0 exchange.norm=absolute",
            "exchange.bound=1 exchange.calibration=4 exchange.directions=forward"),
        new Line("stale-gradients", all, "exchange.bound=0", "exchange.bound=1"),
        new Line("skip-gradient", all, "exchange.bound=0", "exchange.bound=1"),
        new Line("pipelined", halo, "exchange.lag=0", ""),
        new Line(
            "pipelined", all, "exchange.lag=0 exchange.smoothing=both", "exchange.smoothing=both"));
  }

  @BeforeAll
  static void open() throws IOException {
    world = SmallWorld.of(false);
    shards = LocalTeam.cut(world, WORKERS, folder.resolve("shards"));
    vanilla = train(ExchangePlan.EXACT);
  }

  @AfterAll
  static void close() {
    world.close();
  }

  private static ExchangePlan plan(Line line, RefreshRule rule) {
    return new ExchangePlan(line.rows, rule, RowCodec.fp32());
  }

  private static TrainingPlan training(ExchangePlan exchange) {
    return FullGraphOnShardsTest.plan(Kind.SAGE, 3, false, EPOCHS).with(exchange);
  }

  /** Trains; all workers must end with the same weights. */
  private static TrainingResult train(ExchangePlan exchange) {
    return LocalTeam.trainAlike(world, shards, training(exchange));
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }

  private static List<Long> bytes(TrainingResult result) {
    return result.epochs().stream().map(e -> e.cost().bytes().get(Purpose.BOUNDARY)).toList();
  }

  @Test
  void everyRegisteredRuleHasALine() {
    Set<String> names = lines().stream().map(Line::name).collect(Collectors.toSet());
    assertEquals(
        Policies.of(RefreshRule.class).stream().map(Policy::name).collect(Collectors.toSet()),
        names);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void withoutStaleRowsTheBitsAreThoseOfVanilla(Line line) {
    TrainingResult result = train(plan(line, line.exactRule()));
    assertEquals(losses(vanilla), losses(result));
    assertEquals(vanilla.weightsSha256(), result.weightsSha256());
  }

  @ParameterizedTest
  @MethodSource("lines")
  void theFirstEpochIsExactAndRunsRepeat(Line line) {
    ExchangePlan plan = plan(line, line.staleRule());
    TrainingResult result = train(plan);
    assertEquals(losses(vanilla).getFirst(), losses(result).getFirst());
    assertTrue(losses(result).getLast() < losses(result).getFirst());
    TrainingResult again = train(plan);
    assertEquals(result.weightsSha256(), again.weightsSha256());
    assertEquals(bytes(result), bytes(again));
    assertEquals(result.weightsSha256(), train(plan.inTurn()).weightsSha256(), "overlap");
  }

  @ParameterizedTest
  @MethodSource("lines")
  void staleRowsTakeMemoryAndChangeTheResult(Line line) {
    TrainingResult result = train(plan(line, line.staleRule()));
    boolean stale = line.staleRule().usesStale();
    assertEquals(stale, result.cacheBytes().stream().allMatch(bytes -> bytes > 0));
    if (stale) {
      assertNotEquals(vanilla.weightsSha256(), result.weightsSha256());
    } else {
      assertEquals(vanilla.weightsSha256(), result.weightsSha256());
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void aResumedRunGivesTheBitsOfAnUndisturbedOne(Line line) throws IOException {
    for (RowCodec codec : List.of(RowCodec.fp32(), new Int8())) {
      TrainingPlan plan = training(new ExchangePlan(line.rows, line.staleRule(), codec));
      String undisturbed = LocalTeam.train(world, shards, plan).getFirst().weightsSha256();
      Path runs = Files.createTempDirectory(folder, "run");
      var checkpoints = Checkpoints.in(runs.resolve("checkpoint"), 1);
      assertThrows(
          RuntimeException.class,
          () ->
              LocalTeam.train(
                  world, shards, plan, checkpoints, RefreshRuleContractTest::stop, null));
      var resumed = LocalTeam.train(world, shards, plan, checkpoints, event -> {}, null);
      assertEquals(undisturbed, resumed.getFirst().weightsSha256());
    }
  }

  private static void stop(TrainEvent event) {
    if (event instanceof TrainEvent.StepFinished step && step.epoch() == 7) {
      throw new IllegalStateException("stopped for the test");
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void rulesRefuseRowsTheyCannotWorkWith(Line line) {
    var edges = new EdgeSampling(0.5);
    RefreshRule rule = line.staleRule();
    if (rule.usesStale()) {
      var e = assertThrows(IllegalArgumentException.class, () -> rule.check(edges));
      assertTrue(e.getMessage().contains("exchange.re"), e.getMessage());
    } else {
      rule.check(edges);
    }
    rule.checkWorkers(WORKERS);
  }
}
