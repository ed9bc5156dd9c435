package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.Alpha;
import dev.atoll.train.placement.CachedPlacement;
import dev.atoll.train.placement.CachedPlacer;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.placement.PlacementPolicy;
import dev.atoll.train.placement.Placer;
import dev.atoll.train.placement.pagraph.PagraphPlacement;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.cluster.ClusterSampling;
import dev.atoll.train.sampling.layerwise.FastGcnSampling;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.schedule.twolevel.TwoLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that cached rows save bytes and change no bits. */
class PlacementTrainingTest {
  private static final SampledPlan PLAN =
      new SampledPlan(
          20,
          Fanouts.of(5, 3),
          new UniformSampling(),
          Shuffle.LOCAL,
          Schedule.ahead(1),
          RowCodec.fp32());

  @TempDir private Path folder;
  private Dataset cora;
  private ShardFolder two;

  @BeforeEach
  void open() throws IOException {
    cora = DatasetCatalog.standard().open("cora");
    two = LocalTeam.cut(cora, 2, folder.resolve("2"));
  }

  @AfterEach
  void close() {
    cora.close();
  }

  /** Every registered policy that caches anything. */
  private static List<Policy<PlacementPolicy>> keepers() {
    return Policies.of(PlacementPolicy.class).stream()
        .filter(policy -> policy.make(Values.defaults()).cachesRows())
        .toList();
  }

  @Test
  void aCacheChangesWhatIsReadAndNothingElse() {
    for (Kind kind : new Kind[] {Kind.SAGE, Kind.GCN}) {
      TrainingResult owner = train(two, kind, Optional.empty());
      long before = cost(owner).reads().peer();
      for (Policy<PlacementPolicy> keeper : keepers()) {
        var plan =
            new PlacementPlan(keeper.make(Values.defaults()), "0.2n", 0, PlacementPlan.CONNECTED);
        TrainingResult kept = train(two, kind, Optional.of(plan));
        assertEquals(owner.weightsSha256(), kept.weightsSha256(), keeper.name());
        long peer = cost(kept).reads().peer();
        assertEquals(
            cost(owner).reads().local() + before, cost(kept).reads().local() + peer, keeper.name());
        assertTrue(peer < before, keeper.name() + ": " + peer + " of " + before);
        assertTrue(
            cost(kept).bytes().get(Purpose.FEATURES) < cost(owner).bytes().get(Purpose.FEATURES));
        assertTrue(kept.cacheBytes().stream().allMatch(bytes -> bytes > 0));
        if (keeper.name().equals("cached")) {
          assertTrue(
              peer < 0.4 * before, "of " + before + " rows " + peer + " are still asked for");
        }
      }
    }
  }

  @Test
  void everyRowThatMayBeReadIsKeptWhenThereIsRoom() {
    TrainingResult kept = train(two, Kind.SAGE, Optional.of(PlacementPlan.cached("1n")));
    assertEquals(0, cost(kept).reads().peer());
    assertEquals(0, cost(kept).bytes().get(Purpose.FEATURES));
  }

  @Test
  void logicalDevicesReadFromTheirBuffersTheirPeersAndTheHost() throws IOException {
    ShardFolder one = LocalTeam.cut(cora, 1, folder.resolve("1"));
    TrainingResult plain = train(one, Kind.SAGE, Optional.empty());
    for (Policy<PlacementPolicy> keeper : keepers()) {
      var plan = new PlacementPlan(keeper.make(Values.defaults()), "0.1n", 4, "2+2");
      TrainingResult placed = train(one, Kind.SAGE, Optional.of(plan));
      assertEquals(
          plan.dividesSeeds(),
          !plain.weightsSha256().equals(placed.weightsSha256()),
          keeper.name() + ": the same batches unless devices have seeds of their own");
      EpochCost cost = cost(placed);
      assertTrue(
          plan.dividesSeeds() || cost(plain).reads().local() == reads(cost),
          keeper.name() + " " + cost);
      assertTrue(cost.reads().local() > 0 && cost.reads().host() > 0, keeper.name() + " " + cost);
      assertEquals(
          keeper.name().equals("pagraph"),
          cost.reads().peer() == 0,
          "PaGraph reads no peers' rows");
    }
  }

  private static long reads(EpochCost cost) {
    return cost.reads().local() + cost.reads().peer() + cost.reads().host();
  }

  /** Rows that are fetched hop by hop belong to the device of their batch all the same. */
  @Test
  void theDeviceOfABatchDoesNotDependOnHowItsRowsAreFetched() throws IOException {
    ShardFolder one = LocalTeam.cut(cora, 1, folder.resolve("1"));
    var plan = new PlacementPlan(new CachedPlacement(), "0.1n", 4, "2+2");
    EpochCost whole = cost(train(one, PLAN.with(plan)));
    EpochCost byHop = cost(train(one, PLAN.with(plan).with(new TwoLevel(100, 4))));
    assertEquals(whole.reads().local(), byHop.reads().local());
    assertEquals(whole.reads().peer(), byHop.reads().peer());
    assertEquals(whole.reads().host(), byHop.reads().host());
  }

  /** A placement whose devices train on any seeds. */
  private record AnySeeds(PlacementPolicy rows) implements PlacementPolicy {
    @Override
    public Placer placer(Request request) {
      return rows.placer(request);
    }
  }

  private double hostShare(ShardFolder shards, PlacementPolicy policy) {
    EpochCost cost = cost(train(shards, PLAN.with(new PlacementPlan(policy, "0.1n", 4, "4"))));
    return (double) cost.reads().host() / reads(cost);
  }

  @Test
  void pagraphsDevicesReadLessOfTheHostForSeedsOfTheirOwn() throws IOException {
    ShardFolder one = LocalTeam.cut(cora, 1, folder.resolve("1"));
    var own = new PagraphPlacement();
    double ofOwn = hostShare(one, own);
    double ofAny = hostShare(one, new AnySeeds(own));
    assertTrue(ofOwn < 0.9 * ofAny, "own and any: " + ofOwn + ", " + ofAny);
  }

  @Test
  void devicesOfSeveralWorkersMayHaveSeedsOfTheirOwn() {
    var plan = new PlacementPlan(new PagraphPlacement(), "0.1n", 2, "2");
    TrainingResult first = train(two, PLAN.with(plan));
    assertEquals(first.weightsSha256(), train(two, PLAN.with(plan)).weightsSha256());
    assertTrue(cost(first).reads().local() > 0);
  }

  /** If peers are free, a group caches no row twice, and reads fewer of the host. */
  @Test
  void connectedDevicesKeepNoCopiesAsPublished() throws IOException {
    ShardFolder one = LocalTeam.cut(cora, 1, folder.resolve("1"));
    long before = -1;
    for (Alpha alpha : List.of(Alpha.PUBLISHED, Alpha.of(0.5))) {
      var plan = new PlacementPlan(new CachedPlacement(), "0.05n", 4, "all", alpha);
      long host = cost(train(one, PLAN.with(plan))).reads().host();
      assertTrue(host > before, alpha + ": " + host + " after " + before);
      before = host;
    }
  }

  /** FastGCN: rows are ranked by its own draws, not by those of uniform sampling. */
  @Test
  void rowsAreCachedByWhatTheSamplerReads() {
    SampledPlan layers =
        PLAN.with(new FastGcnSampling(LayerSizes.of(64), FastGcnSampling.Candidates.NEIGHBORS));
    long owner = cost(train(two, layers)).reads().peer();
    TrainingResult cached = train(two, layers.with(PlacementPlan.cached("0.05n")));
    var asUniform =
        new PlacementPlan(new RankedAsUniform(layers), "0.05n", 0, PlacementPlan.CONNECTED);
    TrainingResult byUniform = train(two, layers.with(asUniform));
    assertEquals(cached.weightsSha256(), byUniform.weightsSha256());
    assertTrue(
        cost(cached).reads().peer() < cost(byUniform).reads().peer(),
        "of %d rows %d, as uniform %d"
            .formatted(owner, cost(cached).reads().peer(), cost(byUniform).reads().peer()));
  }

  /** The former ranking: by uniform sampling, for all samplers. */
  private record RankedAsUniform(SampledPlan plan) implements PlacementPolicy {
    @Override
    public Placer placer(Request request) {
      return (graph, _, devices) -> {
        long[] train = request.training().get().stream().asLongStream().toArray();
        var uniform = AccessProbabilities.sampled(graph, train, plan.fanouts(), plan.batch(), 1);
        return new CachedPlacer(0).place(graph, uniform, devices);
      };
    }
  }

  @Test
  void badPlacementsAreNamed() {
    assertEquals(
        "placement.groups=2+2 are 4 devices, but placement.devices=3: expected groups of all of"
            + " them",
        message(() -> new PlacementPlan(new CachedPlacement(), "0.1n", 3, "2+2")));
    assertEquals(
        "rows '3000' are 3000 of 2708 nodes: expected 1 to 2708",
        message(() -> train(two, Kind.SAGE, Optional.of(PlacementPlan.cached("3000")))));
    assertEquals(
        "placement with sampler=cluster, whose steps read no rows of other workers: expected"
            + " placement=owner",
        message(() -> PLAN.with(PlacementPlan.cached("5")).with(new ClusterSampling(8, 2))));
  }

  private static String message(Runnable action) {
    return assertThrows(IllegalArgumentException.class, action::run).getMessage();
  }

  private static EpochCost cost(TrainingResult result) {
    return result.epochs().getLast().cost();
  }

  private TrainingResult train(ShardFolder shards, Kind kind, Optional<PlacementPlan> placement) {
    SampledPlan sampled = placement.map(PLAN::with).orElse(PLAN);
    return train(shards, kind, sampled);
  }

  private TrainingResult train(ShardFolder shards, SampledPlan sampled) {
    return train(shards, Kind.SAGE, sampled);
  }

  private TrainingResult train(ShardFolder shards, Kind kind, SampledPlan sampled) {
    return LocalTeam.train(cora, shards, TrainingPlan.of(kind.layers()).with(sampled).forEpochs(2))
        .getFirst();
  }
}
