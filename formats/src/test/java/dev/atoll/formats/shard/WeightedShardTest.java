package dev.atoll.formats.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.importer.ImportOptions;
import dev.atoll.formats.importer.Importers;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.draw.WeightTable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of edge weights from a table through a dataset and its shards to draws by weight. */
class WeightedShardTest {
  private static final int NODES = 40;
  private static final int FANOUT = 3;
  private static final RandomKey KEY = RandomKey.ofSeed(7);

  @TempDir Path folder;

  private Path imported() throws IOException {
    var random = new SplittableRandom(5);
    var lines = new StringBuilder("src,dst,weight\n");
    for (int v = 0; v < NODES; v++) {
      lines.append("%d,%d,1\n".formatted(v, (v + 1) % NODES));
      for (int i = 0; i < 5; i++) {
        lines.append("%d,%d,%s\n".formatted(v, random.nextInt(NODES), random.nextInt(1, 20) / 4.0));
      }
    }
    Path table = Files.writeString(folder.resolve("edges.csv"), lines);
    Path target = folder.resolve("data");
    Importers.run(table, target, ImportOptions.DEFAULT);
    return target;
  }

  @Test
  void partsDrawAsTheWholeGraphDoes() throws Exception {
    try (Dataset dataset = DatasetFolder.open(imported());
        Arena arena = Arena.ofShared()) {
      CsrGraph graph = dataset.graph();
      var whole = LocalNeighbors.of(graph).withWeights(WeightTable.of(graph.rows(), arena, 2));
      int[] partOf = new SplittableRandom(9).ints(NODES, 0, 3).toArray();
      for (Topology topology : Topology.values()) {
        Path cut = folder.resolve("shards-" + topology);
        new ShardWriter(topology, 2).write(graph, new Partitioning(3, partOf), cut);
        ShardFolder shards = ShardFolder.open(cut);
        Ordering order = shards.ordering();
        for (int part = 0; part < 3; part++) {
          Shard shard = shards.shard(part, arena);
          assertTrue(shards.bytes(part) > 0);
          var own =
              LocalNeighbors.of(shard, shards.numbering(arena))
                  .withWeights(WeightTable.of(shard.rows(), arena, 1));
          for (int i = 0; i < shard.coreCount(); i++) {
            int node = shards.book().first(part) + i;
            List<Pick> expected = picks(whole, order.oldOf(node), KEY);
            List<Pick> found =
                picks(own, node, KEY).stream()
                    .map(pick -> new Pick(order.oldOf(pick.node()), pick.correction()))
                    .toList();
            assertEquals(expected, found);
          }
        }
      }
    }
  }

  @Test
  @Tag("slow")
  void neighborsAreDrawnInProportionToTheWeightsOfTheTable() throws Exception {
    Path table =
        Files.writeString(
            folder.resolve("star.csv"), "src,dst,weight\n1,0,1\n2,0,2\n3,0,3\n4,0,4\n");
    Path target = folder.resolve("star");
    Importers.run(table, target, ImportOptions.DEFAULT);
    int keys = 20_000;
    double[] seen = new double[5];
    try (Dataset dataset = DatasetFolder.open(target);
        Arena arena = Arena.ofShared()) {
      var rows = dataset.graph().rows();
      var source = LocalNeighbors.of(dataset.graph()).withWeights(WeightTable.of(rows, arena, 1));
      for (int key = 0; key < keys; key++) {
        for (Pick pick : picks(source, 0, KEY.child(key), 2)) {
          seen[pick.node()]++;
        }
      }
    }
    for (int node = 1; node <= 4; node++) {
      double likely = 2 * node / 10.0;
      double sigma = Math.sqrt(likely * (1 - likely) / keys);
      assertEquals(likely, seen[node] / keys, 4.5 * sigma, "node " + node);
    }
  }

  @Test
  void anEdgeOfWeightZeroIsNoEdge() throws Exception {
    Path table =
        Files.writeString(folder.resolve("zero.csv"), "src,dst,weight\n1,0,0\n2,0,2\n3,0,1\n");
    Path target = folder.resolve("zero");
    Importers.run(table, target, ImportOptions.DEFAULT);
    try (Dataset dataset = DatasetFolder.open(target);
        Arena arena = Arena.ofShared()) {
      assertEquals(2, dataset.graph().inDegree(0));
      var rows = dataset.graph().rows();
      var source = LocalNeighbors.of(dataset.graph()).withWeights(WeightTable.of(rows, arena, 1));
      assertEquals(
          List.of(1, 2), picks(source, 0, KEY, 3).stream().map(Pick::node).sorted().toList());
      assertEquals(3, dataset.graph().nodeCount());
    }
  }

  @Test
  void rowsWithoutWeightsAreRefused() {
    try (Arena arena = Arena.ofShared()) {
      var rows = Graphs.grid(2, 2).rows();
      var e = assertThrows(BadDataException.class, () -> WeightTable.of(rows, arena, 1));
      assertTrue(e.getMessage().startsWith("the edges have no weights"), e.getMessage());
    }
  }

  @Test
  void damagedWeightsAreNamed() throws Exception {
    Path cut = folder.resolve("cut");
    try (Dataset dataset = DatasetFolder.open(imported());
        Arena arena = Arena.ofShared()) {
      new ShardWriter(Topology.PARTITIONED, 1)
          .write(dataset.graph(), new Partitioning(1, new int[NODES]), cut);
      Path weights = cut.resolve("part-0-weights.npy");
      byte[] bytes = Files.readAllBytes(weights);
      bytes[bytes.length - 1] ^= 1;
      Files.write(weights, bytes);
      var e = assertThrows(BadDataException.class, () -> ShardFolder.open(cut).shard(0, arena));
      assertTrue(e.getMessage().contains("part-0-weights.npy: damaged"), e.getMessage());
    }
  }

  private record Pick(int node, float correction) {}

  private static List<Pick> picks(LocalNeighbors source, int node, RandomKey key) {
    return picks(source, node, key, FANOUT);
  }

  private static List<Pick> picks(LocalNeighbors source, int node, RandomKey key, int fanout) {
    try (Arena arena = Arena.ofConfined();
        var picked = new NeighborPicks()) {
      MemorySegment frontier = arena.allocateFrom(JAVA_INT, node);
      source.pick(frontier, 1, fanout, key, picked);
      List<Pick> found = new ArrayList<>();
      for (long edge = 0; edge < picked.edgeCount(); edge++) {
        found.add(new Pick(picked.neighbor(edge), picked.correction(edge)));
      }
      return found;
    }
  }
}
