package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.RandomPartitioner;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.policy.Policies;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.ModelSpec.Kind;
import dev.atoll.train.placement.CachedPlacement;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.placement.PlacementPolicy;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.cluster.ClusterSampling;
import dev.atoll.train.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that are kept near: fewer bytes, the same bits. */
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
    two =
        LocalTeam.cut(cora, new RandomPartitioner(), 2, Topology.PARTITIONED, folder.resolve("2"));
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
      long before = cost(owner).peerReads();
      for (Policy<PlacementPolicy> keeper : keepers()) {
        var plan =
            new PlacementPlan(
                keeper.make(Values.defaults()), "0.2n", 0, PlacementPlan.CONNECTED, 0.2);
        TrainingResult kept = train(two, kind, Optional.of(plan));
        assertEquals(owner.weightsSha256(), kept.weightsSha256(), keeper.name());
        long peer = cost(kept).peerReads();
        assertEquals(
            cost(owner).localReads() + before, cost(kept).localReads() + peer, keeper.name());
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
    assertEquals(0, cost(kept).peerReads());
    assertEquals(0, cost(kept).bytes().get(Purpose.FEATURES));
  }

  @Test
  void logicalDevicesReadFromTheirBuffersTheirPeersAndTheHost() throws IOException {
    ShardFolder one =
        LocalTeam.cut(cora, new RandomPartitioner(), 1, Topology.PARTITIONED, folder.resolve("1"));
    TrainingResult plain = train(one, Kind.SAGE, Optional.empty());
    for (Policy<PlacementPolicy> keeper : keepers()) {
      var plan = new PlacementPlan(keeper.make(Values.defaults()), "0.1n", 4, "2+2", 0.2);
      TrainingResult placed = train(one, Kind.SAGE, Optional.of(plan));
      assertEquals(plain.weightsSha256(), placed.weightsSha256());
      EpochCost cost = cost(placed);
      assertEquals(
          cost(plain).localReads(), cost.localReads() + cost.peerReads() + cost.hostReads());
      assertTrue(cost.localReads() > 0 && cost.hostReads() > 0, keeper.name() + " " + cost);
      assertEquals(
          keeper.name().equals("pagraph"), cost.peerReads() == 0, "PaGraph reads no peers' rows");
    }
  }

  @Test
  void badPlacementsAreNamed() {
    assertEquals(
        "placement.groups=2+2 are 4 devices, but placement.devices=3: expected groups of all of"
            + " them",
        message(() -> new PlacementPlan(new CachedPlacement(), "0.1n", 3, "2+2", 0.2)));
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
    return LocalTeam.train(cora, shards, TrainingPlan.of(kind).with(sampled).forEpochs(2))
        .getFirst();
  }
}
