package dev.atoll.graph.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.GraphOperations;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.generate.BlockModel;
import dev.atoll.graph.generate.Grid;
import dev.atoll.graph.generate.Planting;
import dev.atoll.graph.generate.SplitCounts;
import dev.atoll.testkit.Randomly;
import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalityOrderTest {
  private static final LocalityOrder ORDER = LocalityOrder.DEFAULT;

  @Test
  void isThePermutationOfOneThreadOnAnyNumber() {
    Randomly.tries(
        100,
        random -> {
          CsrGraph graph = Graphs.randomArcs(random);
          var order = new LocalityOrder(random.nextInt(1, 20), random.nextInt(2, 5), 3);
          int[] one = order.of(graph, 1).toArray();
          assertEquals(graph.nodeCount(), one.length);
          assertArrayEquals(one, order.of(graph, 2).toArray());
          assertArrayEquals(one, order.of(graph, 3).toArray());
        });
  }

  @Test
  void oddGraphsAreOrdered() {
    Graphs.degenerate()
        .forEach(
            (name, graph) -> assertEquals(graph.nodeCount(), ORDER.of(graph, 2).nodeCount(), name));
  }

  @Test
  void nodesWithoutEdgesStayWhereTheyAre() {
    assertArrayEquals(IntStream.range(0, 7).toArray(), ORDER.of(Graphs.arcs(7), 2).toArray());
  }

  @Test
  void cliquesComeTogether() {
    int[] ends = new int[2 * 3 * 10 * 9];
    int next = 0;
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 30; j++) {
        if (i != j && i % 3 == j % 3) {
          ends[next++] = i;
          ends[next++] = j;
        }
      }
    }
    int[] order = ORDER.of(Graphs.arcs(30, ends), 2).toArray();
    for (int i = 0; i < 30; i++) {
      assertEquals(i / 10, order[i] % 3);
    }
  }

  @Test
  void aShuffledGridIsPutTogetherAgain() {
    var grid =
        new Grid("grid", 200, 200, false, new Planting(1, 1, 1, 0), new SplitCounts(0, 0, 0), 1);
    try (Dataset data = grid.inMemory(2);
        Arena arena = Arena.ofShared()) {
      List<Integer> nodes = IntStream.range(0, 40_000).boxed().collect(Collectors.toList());
      Collections.shuffle(nodes, new Random(1));
      Ordering shuffle = Ordering.ofNewToOld(nodes.stream().mapToInt(i -> i).toArray());
      CsrGraph graph = new GraphOperations(Storage.in(arena), 2).relabelled(data.graph(), shuffle);
      double before = RowCache.missRate(graph, Ordering.identity(40_000), 512);
      double after = RowCache.missRate(graph, ORDER.of(graph, 2), 512);
      double best = RowCache.missRate(data.graph(), Ordering.identity(40_000), 512);
      assertTrue(before > 0.9, "before " + before);
      assertTrue(after < 1.3 * best, "after %s, row by row %s".formatted(after, best));
    }
  }

  @Test
  void communitiesAreFound() {
    var model =
        new BlockModel(
            "communities",
            40_000,
            400_000,
            false,
            80,
            new BlockModel.Mixing(0.8, 0),
            2.5,
            new Planting(1, 1, 1, 0),
            new SplitCounts(0, 0, 0),
            1);
    try (Arena arena = Arena.ofShared()) {
      CsrGraph graph = new CsrBuilder(model.options(), 2).build(model.edges(), Storage.in(arena));
      double before = RowCache.missRate(graph, Ordering.identity(40_000), 2048);
      double after = RowCache.missRate(graph, ORDER.of(graph, 2), 2048);
      assertTrue(after < 0.5 * before, "before %s, after %s".formatted(before, after));
    }
  }

  @Test
  void nonsenseIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new LocalityOrder(0, 2, 1));
    assertThrows(IllegalArgumentException.class, () -> new LocalityOrder(1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new LocalityOrder(1, 2, 0));
  }
}
