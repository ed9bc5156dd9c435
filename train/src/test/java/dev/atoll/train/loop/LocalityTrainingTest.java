package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.placement.PartPlacement;
import dev.atoll.train.placement.PartitionPlacer;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.cluster.ClusterSampling;
import dev.atoll.train.sampling.layerwise.FastGcnSampling;
import dev.atoll.train.sampling.layerwise.LadiesSampling;
import dev.atoll.train.sampling.locality.LocalitySampling;
import dev.atoll.train.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Near nodes drawn more often: fewer rows of others, whoever picks. */
class LocalityTrainingTest {
  private static final SampledPlan PLAN =
      new SampledPlan(
          20,
          Fanouts.of(4, 3),
          new UniformSampling(),
          Shuffle.LOCAL,
          Schedule.ahead(1),
          RowCodec.fp32());

  @TempDir private Path folder;
  private Dataset world;

  @BeforeEach
  void open() {
    world = SmallWorld.of(false);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static SampledPlan scaled(double scale) {
    return PLAN.with(new LocalitySampling(scale));
  }

  @Test
  void ownersPickAsTheOneWhoAsksWould() throws IOException {
    SampledPlan adaptive = scaled(LocalitySampling.ADAPTIVE);
    for (SampledPlan plan : List.of(scaled(4), adaptive.with(PlacementPlan.cached("0.1n")))) {
      var partitioned = train(2, Topology.PARTITIONED, plan);
      var replicated = train(2, Topology.REPLICATED, plan.with(Schedule.ahead(0)));
      assertEquals(partitioned.weightsSha256(), replicated.weightsSha256());
    }
  }

  @Test
  void theMoreNearNodesAreFavouredTheFewerRowsCross() throws IOException {
    long before = Long.MAX_VALUE;
    for (double scale : new double[] {1, 2, 8}) {
      long crossed = peerReads(train(2, Topology.PARTITIONED, scaled(scale)), 0);
      assertTrue(crossed < 0.95 * before, "scale " + scale + ": " + crossed + " after " + before);
      before = crossed;
    }
    assertEquals(
        peerReads(train(2, Topology.PARTITIONED, PLAN), 0),
        peerReads(train(2, Topology.PARTITIONED, scaled(1)), 0),
        "scale 1 draws the same");
  }

  @Test
  void theScaleGrowsWhileLoadingTakesMuch() throws IOException {
    var result = train(2, Topology.PARTITIONED, scaled(LocalitySampling.ADAPTIVE));
    assertEquals(peerReads(train(2, Topology.PARTITIONED, scaled(1)), 0), peerReads(result, 0));
    assertEquals(peerReads(train(2, Topology.PARTITIONED, scaled(2)), 1), peerReads(result, 1));
    assertEquals(peerReads(train(2, Topology.PARTITIONED, scaled(4)), 2), peerReads(result, 2));
  }

  @Test
  void whatDoesNotFitIsNamed() {
    assertEquals(
        "sampler.scale=0.5: expected 1 or more, or 0 for a scale that adapts",
        assertThrows(IllegalArgumentException.class, () -> scaled(0.5)).getMessage());
    assertEquals(
        "sampler.base: ClusterSampling[count=0, perStep=1] cannot favour near nodes; expected a"
            + " sampler of neighbours or of layers, such as uniform, ladies, or fastgcn with"
            + " sampler.candidates=neighbors",
        assertThrows(IllegalArgumentException.class, () -> favouring(new ClusterSampling(0, 1), 2))
            .getMessage());
    var published = new FastGcnSampling(LayerSizes.of(9), FastGcnSampling.Candidates.ALL);
    assertThrows(IllegalArgumentException.class, () -> favouring(published, 2));
  }

  private static SampledPlan favouring(Sampling base, double scale) {
    return PLAN.with(new LocalitySampling(base, scale));
  }

  private static List<Sampling> layerwise() {
    return List.of(
        new LadiesSampling(LayerSizes.of(40)),
        new FastGcnSampling(LayerSizes.of(40), FastGcnSampling.Candidates.NEIGHBORS));
  }

  @Test
  void layersAreDrawnNearToo() throws IOException {
    for (Sampling base : layerwise()) {
      TrainingResult plain = train(2, Topology.PARTITIONED, PLAN.with(base));
      TrainingResult one = train(2, Topology.PARTITIONED, favouring(base, 1));
      TrainingResult eight = train(2, Topology.PARTITIONED, favouring(base, 8));
      assertEquals(plain.weightsSha256(), one.weightsSha256(), "scale 1 draws the same");
      assertTrue(
          peerReads(eight, 0) < 0.8 * peerReads(one, 0),
          base + ": " + peerReads(eight, 0) + " of " + peerReads(one, 0));
      assertEquals(
          eight.weightsSha256(), train(2, Topology.REPLICATED, favouring(base, 8)).weightsSha256());
    }
  }

  /** Groups cache different rows, and a batch favours the rows of its group. */
  @Test
  void everyGroupOfDevicesFavoursItsOwnRows() throws IOException {
    for (Sampling base : List.of(Sampling.uniform(), layerwise().getFirst())) {
      double before = 1;
      for (double scale : new double[] {1, 8}) {
        SampledPlan plan = favouring(base, scale).with(groups());
        EpochCost cost = train(1, Topology.PARTITIONED, plan).epochs().getFirst().cost();
        double far =
            (double) cost.reads().host()
                / (cost.reads().local() + cost.reads().peer() + cost.reads().host());
        assertTrue(far < 0.9 * before, base + ", scale " + scale + ": " + far + " of " + before);
        before = far;
      }
    }
    SampledPlan plan = favouring(Sampling.uniform(), 4).with(groups());
    assertEquals(
        train(2, Topology.PARTITIONED, plan).weightsSha256(),
        train(2, Topology.REPLICATED, plan.with(Schedule.ahead(0))).weightsSha256(),
        "owners pick as the group of the one who asks would");
  }

  /** Chunks of four: no two groups have a row in common. */
  private static PlacementPlan groups() {
    var apart = new PartPlacement("chunk", PartitionPlacer.Keep.MOST_READ);
    return new PlacementPlan(apart, "0.1n", 4, "2+2");
  }

  private static long peerReads(TrainingResult result, int epoch) {
    return result.epochs().get(epoch).cost().reads().peer();
  }

  private TrainingResult train(int workers, Topology topology, SampledPlan sampled)
      throws IOException {
    var shards =
        LocalTeam.cut(
            world,
            new RandomPartitioner(),
            workers,
            topology,
            folder.resolve(topology + "-" + System.nanoTime()));
    return LocalTeam.train(
            world, shards, TrainingPlan.of(Kind.SAGE.layers()).with(sampled).forEpochs(3))
        .getFirst();
  }
}
