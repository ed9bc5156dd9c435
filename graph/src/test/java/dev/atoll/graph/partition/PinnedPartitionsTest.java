package dev.atoll.graph.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.generate.BlockModel;
import dev.atoll.graph.generate.Grid;
import dev.atoll.graph.generate.Planting;
import dev.atoll.graph.generate.Rmat;
import dev.atoll.graph.generate.SplitCounts;
import dev.atoll.graph.generate.SyntheticGraph;
import dev.atoll.graph.order.LocalityOrder;
import dev.atoll.graph.partition.bytegnn.ByteGnnPartitioner;
import dev.atoll.graph.partition.multilevel.MultilevelPartitioner;
import dev.atoll.graph.partition.pagraph.PagraphPartitioner;
import dev.atoll.graph.partition.simple.ChunkPartitioner;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.partition.streaming.StreamPartitioner;
import dev.atoll.graph.sample.locality.SampledReads;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Hashes of partitions and locality orders, recorded. A change of one of them changes the bits that
 * training on shards computes: it needs a reason, and the new table a commit that states it.
 */
class PinnedPartitionsTest {
  private static final SplitCounts NO_SPLIT = new SplitCounts(0, 0, 0);
  private static final Planting PLANTING = new Planting(1, 1, 1, 0);

  private static final Map<String, Partitioner> PARTITIONERS =
      new TreeMap<>(
          Map.of(
              "multilevel", new MultilevelPartitioner(),
              "fennel", new StreamPartitioner(3),
              "bytegnn", new ByteGnnPartitioner(2),
              "pagraph", new PagraphPartitioner(2),
              "random", new RandomPartitioner()));

  private static final List<SyntheticGraph> GRAPHS =
      List.of(
          new Grid("grid", 50, 40, false, PLANTING, NO_SPLIT, 1),
          new Rmat("rmat", 12, 8, Rmat.Quadrants.GRAPH500, 0.1, PLANTING, NO_SPLIT, 1),
          new BlockModel(
              "blocks",
              20_000,
              100_000,
              false,
              40,
              new BlockModel.Mixing(0.8, 0),
              2.5,
              PLANTING,
              NO_SPLIT,
              1));

  private static final List<String> RECORDED =
      List.of(
          "grid bytegnn 3ab32b2d",
          "grid fennel 20f2512f",
          "grid multilevel 210211e2",
          "grid pagraph 93ff0c5e",
          "grid random 1a808003",
          "grid order 64/32/2 49820c97",
          "grid order 5/3/3 1ed95e77",
          "grid reads [60.0, 113.0, 52.0]",
          "rmat bytegnn f47258c6",
          "rmat fennel e0e18b24",
          "rmat multilevel cff0ce60",
          "rmat pagraph 7c180b1a",
          "rmat random 3eadd2e3",
          "rmat order 64/32/2 f8b69cc1",
          "rmat order 5/3/3 ab1a1067",
          "rmat reads [1911.0, 1854.0, 1892.0]",
          "blocks bytegnn e06e998b",
          "blocks fennel 9697ac64",
          "blocks multilevel 47c1ae99",
          "blocks pagraph 2f124e54",
          "blocks random 0d966ee9",
          "blocks order 64/32/2 46148cf3",
          "blocks order 5/3/3 47b73e9d",
          "blocks reads [22974.5, 23824.25, 23046.25]");

  @Test
  void partitionsAndOrdersAreThoseRecorded() {
    var found = new ArrayList<String>();
    for (SyntheticGraph model : GRAPHS) {
      try (Arena arena = Arena.ofShared()) {
        CsrGraph graph = new CsrBuilder(model.options(), 2).build(model.edges(), Storage.in(arena));
        found.addAll(hashes(model.name(), graph));
      }
    }
    assertEquals(String.join("\n", RECORDED), String.join("\n", found));
  }

  /** One line per partitioner, goal and order. */
  private static List<String> hashes(String name, CsrGraph graph) {
    var lines = new ArrayList<String>();
    for (var entry : PARTITIONERS.entrySet()) {
      int hash = 1;
      for (PartitionGoal goal : goals(graph)) {
        Partitioning parts = entry.getValue().partition(graph, goal);
        int[] partOf = new int[parts.nodeCount()];
        Arrays.setAll(partOf, parts::partOf);
        hash = 31 * hash + Arrays.hashCode(partOf);
      }
      lines.add("%s %s %08x".formatted(name, entry.getKey(), hash));
    }
    for (var order : List.of(LocalityOrder.DEFAULT, new LocalityOrder(5, 3, 3))) {
      lines.add(
          "%s order %d/%d/%d %08x"
              .formatted(
                  name,
                  order.firstRows(),
                  order.growth(),
                  order.passes(),
                  Arrays.hashCode(order.of(graph, 2).toArray())));
    }
    var chunks = new ChunkPartitioner().partition(graph, PartitionGoal.of(3));
    long[] seeds = new long[graph.nodeCount() / 3];
    Arrays.setAll(seeds, i -> 3L * i);
    var sampling = new SampledReads.Sampling(64, List.of(5, 3));
    var reads = SampledReads.estimate(graph, chunks, seeds, sampling, RandomKey.ofSeed(1), 2);
    lines.add("%s reads %s".formatted(name, reads.remoteRows()));
    return lines;
  }

  private static List<PartitionGoal> goals(CsrGraph graph) {
    var train = new BalanceConstraint("train", v -> v % 7 == 0 ? 1 : 0, 0.05);
    var validation = new BalanceConstraint("val", v -> v % 7 == 3 ? 1 : 0, 0.05);
    var edges = BalanceConstraint.edges(graph).within(0.1);
    return List.of(
        PartitionGoal.of(2).withSeed(1),
        PartitionGoal.of(7).with(PartitionGoal.Objective.VOLUME).withSeed(2).onThreads(2),
        PartitionGoal.of(4).balancing(BalanceConstraint.nodes(), train, validation).withSeed(3),
        PartitionGoal.of(3)
            .balancing(BalanceConstraint.nodes(), edges)
            .with(PartitionGoal.Effort.QUALITY));
  }
}
