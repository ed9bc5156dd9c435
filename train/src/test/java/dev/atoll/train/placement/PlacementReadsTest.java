package dev.atoll.train.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.generate.Profile;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.multilevel.MultilevelPartitioner;
import dev.atoll.graph.partition.simple.ChunkPartitioner;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.graph.sample.locality.LocalityAwareSampler;
import dev.atoll.train.placement.PartitionPlacer.Keep;
import dev.atoll.train.placement.pagraph.PagraphPlacer;
import dev.atoll.train.sampling.locality.NeighborSets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the tiers that placements read from in an epoch of sampled batches. */
class PlacementReadsTest {
  private static final TierCosts COSTS = new TierCosts(0, 0.2, 1);

  private static final Epochs PRODUCTS =
      Epochs.like(Profile.PRODUCTS_EVEN, 0.004, Fanouts.of(10, 5), 64);
  private static final Epochs REDDIT =
      Epochs.like(Profile.REDDIT_EVEN, 0.008, Fanouts.of(10, 5), 64);

  /** Checks random seeds on each device, and seeds of its own part. */
  @Tag("slow")
  @Test
  void noBaselineReadsLessFromTheHost() {
    for (Epochs epochs : List.of(PRODUCTS, REDDIT)) {
      long[] train = epochs.train(8);
      var shared = AccessProbabilities.sampled(epochs.graph(), train, epochs.fanouts(), 64, 2);
      for (String groups : List.of("2", "4", "2+2")) {
        int count = Devices.grouped(groups, 1).count();
        for (List<long[]> seeds : List.of(dealt(train, count), ofParts(epochs, train, count))) {
          for (String rows : List.of("0.1n", "0.2n", "0.25n")) {
            var devices = Devices.grouped(groups, Devices.rows(rows, shared.nodeCount()));
            assertBest(epochs, train, seeds, shared, devices);
          }
        }
      }
    }
  }

  private static void assertBest(
      Epochs epochs,
      long[] train,
      List<long[]> seeds,
      AccessProbabilities shared,
      Devices devices) {
    var each =
        seeds.stream()
            .map(own -> AccessProbabilities.sampled(epochs.graph(), own, epochs.fanouts(), 64, 2))
            .toList();
    TierReads ours = reads(epochs, seeds, new GreedyPlacer(COSTS).place(each, devices));
    for (Placer baseline : partitions(Keep.FIRST_ROWS)) {
      var theirs = reads(epochs, seeds, baseline.place(epochs.graph(), shared, devices));
      assertNotMore(ours, theirs, 1, devices + " " + baseline);
    }
    TierReads pagraph = pagraphReads(epochs, train, shared, devices);
    assertTrue(
        ours.host() * (double) pagraph.all() <= pagraph.host() * (double) ours.all(),
        ours + " against PaGraph's " + pagraph + ": " + devices);
    for (Placer rival : partitions(Keep.MOST_READ)) {
      // Knowing the probabilities, a cut of connected devices keeps nearly the same nodes.
      var theirs = reads(epochs, seeds, rival.place(epochs.graph(), shared, devices));
      assertNotMore(ours, theirs, 1.01, devices + " " + rival);
    }
  }

  /** The reads of PaGraph, whose devices train on batches of their own seeds. */
  private static TierReads pagraphReads(
      Epochs epochs, long[] train, AccessProbabilities shared, Devices devices) {
    var training = new BitSet();
    Arrays.stream(train).forEach(v -> training.set((int) v));
    Placement placement =
        new PagraphPlacer(epochs.fanouts().layers(), training)
            .place(epochs.graph(), shared, devices);
    List<long[]> seeds =
        IntStream.range(0, devices.count())
            .mapToObj(
                d ->
                    Arrays.stream(train)
                        .filter(v -> placement.trainer((int) v).orElseThrow() == d)
                        .toArray())
            .toList();
    return reads(epochs, seeds, placement);
  }

  private static List<long[]> dealt(long[] train, int devices) {
    long[] order = SeedPlan.shuffled(train, 1, RandomKey.ofSeed(1)).seeds();
    int share = train.length / devices;
    return IntStream.range(0, devices)
        .mapToObj(d -> Arrays.copyOfRange(order, d * share, (d + 1) * share))
        .toList();
  }

  private static List<long[]> ofParts(Epochs epochs, long[] train, int devices) {
    Partitioning parts =
        new MultilevelPartitioner().partition(epochs.graph(), PartitionGoal.of(devices));
    return IntStream.range(0, devices)
        .mapToObj(d -> Arrays.stream(train).filter(v -> parts.partOf((int) v) == d).toArray())
        .toList();
  }

  private static void assertNotMore(
      TierReads ours, TierReads others, double hostFactor, String where) {
    String both = ours + " against " + others + ": " + where;
    assertEquals(ours.all(), others.all(), both);
    assertTrue(ours.host() <= hostFactor * others.host(), both);
    assertTrue(ours.cost(COSTS) <= 1.01 * others.cost(COSTS), both);
  }

  private static List<Placer> partitions(Keep keep) {
    return Stream.of(new ChunkPartitioner(), new RandomPartitioner(), new MultilevelPartitioner())
        .<Placer>map(cut -> new PartitionPlacer(cut, keep, 0, 2))
        .toList();
  }

  /** The reads of a placement; all placements see the same batches. */
  private static TierReads reads(Epochs epochs, List<long[]> seeds, Placement placement) {
    TierReads all = TierReads.NONE;
    for (int device = 0; device < seeds.size(); device++) {
      var count = new Count(placement.table(device));
      epochs.run(seeds.get(device), device, count);
      all = all.plus(count.reads);
    }
    return all;
  }

  private static final class Count implements Consumer<SampledBatch> {
    private final LocationTable table;
    private TierReads reads = TierReads.NONE;

    Count(LocationTable table) {
      this.table = table;
    }

    @Override
    public void accept(SampledBatch batch) {
      reads = reads.plus(table.reads(batch.nodes()));
    }
  }

  @Test
  void favouringNearNodesReadsLessFromTheHost() {
    long[] train = PRODUCTS.train(8);
    var p = AccessProbabilities.sampled(PRODUCTS.graph(), train, PRODUCTS.fanouts(), 64, 2);
    var devices = Devices.connected(2, Devices.rows("0.1n", p.nodeCount()));
    var placement = new CachedPlacer(COSTS.alpha()).place(PRODUCTS.graph(), p, devices);
    var sets = NeighborSets.of(PRODUCTS.graph(), placement, 0, 2);
    double before = Double.POSITIVE_INFINITY;
    try (var sampler =
        new LocalityAwareSampler(
            LocalNeighbors.of(PRODUCTS.graph()), PRODUCTS.fanouts(), sets.perLayer())) {
      for (double scale : new double[] {1, 2, 8}) {
        sampler.scale(scale);
        var count = new Count(placement.table(0));
        PRODUCTS.run(sampler, train, 0, count);
        double share = (double) count.reads.host() / count.reads.all();
        assertTrue(share < 0.9 * before, "scale " + scale + ": " + before + " to " + share);
        before = share;
      }
    }
  }
}
