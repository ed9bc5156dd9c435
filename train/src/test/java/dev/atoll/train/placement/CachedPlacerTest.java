package dev.atoll.train.placement;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.testkit.Randomly;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CachedPlacerTest {
  private static AccessProbabilities probabilities(CsrGraph graph) {
    long[] train = LongStream.range(0, Math.max(1, graph.nodeCount() / 3)).toArray();
    return AccessProbabilities.sampled(graph, train, Fanouts.of(3, 2), 4, 2);
  }

  @Test
  void everyPlacementIsWellFormed() {
    Randomly.tries(
        60,
        random -> {
          int nodes = random.nextInt(1, 300);
          CsrGraph graph = Graphs.random(nodes, 3 * nodes, random);
          String groups = List.of("1", "2", "4", "2+2", "2*4", "1+3").get(random.nextInt(6));
          Devices devices = Devices.grouped(groups, random.nextInt(1, nodes + 1));
          var p = probabilities(graph);
          var placement = new CachedPlacer(random.nextDouble()).place(graph, p, devices);
          for (List<Integer> group : devices.groups()) {
            assertWellFormed(placement, group, p);
          }
        });
  }

  /** Every buffer is full, and together they hold the most probable nodes and no gap. */
  private static void assertWellFormed(
      Placement placement, List<Integer> group, AccessProbabilities p) {
    int rows = placement.devices().rows();
    for (int device : group) {
      assertEquals(rows, Arrays.stream(placement.buffer(device)).distinct().count());
    }
    int[] held =
        group.stream()
            .flatMapToInt(device -> Arrays.stream(placement.buffer(device)))
            .distinct()
            .sorted()
            .toArray();
    int[] best = Arrays.copyOf(p.descending(), held.length);
    Arrays.sort(best);
    assertArrayEquals(best, held);
  }

  @Test
  void withFreePeersNothingIsKeptTwiceUntilAllAreKept() {
    CsrGraph graph = Graphs.random(100, 400, new SplittableRandom(1));
    var placement =
        new CachedPlacer(0).place(graph, probabilities(graph), Devices.connected(4, 20));
    long held =
        IntStream.range(0, 4)
            .flatMap(device -> Arrays.stream(placement.buffer(device)))
            .distinct()
            .count();
    assertEquals(80, held, "the paper's own loop would lose every fourth candidate");
  }

  @Test
  void withPeersAsFarAsTheHostAllKeepTheSame() {
    CsrGraph graph = Graphs.random(100, 400, new SplittableRandom(1));
    var p = probabilities(graph);
    var placement = new CachedPlacer(1).place(graph, p, Devices.connected(3, 20));
    for (int device = 0; device < 3; device++) {
      double gap = p.of(placement.buffer(0)[19]) - p.of(placement.buffer(device)[19]);
      assertTrue(gap <= 0, "an equally probable node at most takes a copy's place");
    }
  }

  @Test
  void badSettingsAreNamed() {
    CsrGraph graph = Graphs.grid(3, 3);
    assertMessage(
        "10 rows per device, but the graph has 9 nodes: expected at most as many",
        () -> new CachedPlacer(0.2).place(graph, probabilities(graph), Devices.connected(2, 10)));
    assertMessage(
        "0 rows per device: expected at least 1, or a share of the nodes above 0",
        () -> Devices.connected(2, 0));
    assertMessage(
        "groups [[0, 1], [1, 2]]: device 1; expected every device from 0 to 3 in exactly one group",
        () -> new Devices(List.of(List.of(0, 1), List.of(1, 2)), 5));
    assertMessage(
        "groups '2-2': expected sizes such as 4, 2+2 or 2*4", () -> Devices.grouped("2-2", 5));
    assertMessage(
        "alpha -1.0: expected a number from 0 to 1, the cost of a peer's row over a host's",
        () -> new CachedPlacer(-1));
    assertMessage("rows '1.5n' are 13 of 9 nodes: expected 1 to 9", () -> Devices.rows("1.5n", 9));
    assertMessage(
        "rows 'many': expected a number such as 5000 or a share such as 0.2n",
        () -> Devices.rows("many", 9));
    assertEquals(20, Devices.rows("0.2n", 100));
    assertEquals(25, Devices.rows(".25n", 100));
    assertEquals(7, Devices.rows("7", 100));
    assertEquals(List.of(List.of(0, 1), List.of(2, 3)), Devices.grouped("2+2", 1).groups());
    assertEquals(4, Devices.grouped("2*4", 1).groups().size());
  }

  private static void assertMessage(String expected, Runnable action) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }

  @Test
  void nodesThatAreNeverReadComeLast() {
    CsrGraph graph = Graphs.arcs(5, 1, 0, 2, 1);
    var p = AccessProbabilities.sampled(graph, new long[] {0}, Fanouts.of(1, 1), 1, 1);
    assertArrayEquals(new int[] {3, 4}, Arrays.copyOfRange(p.descending(), 3, 5));
    assertArrayEquals(new int[] {1, 2, 0}, Ranking.descending(3, v -> v == 0 ? -0f : 1));
  }

  @Test
  void rankingSortsAsASortDoes() {
    Randomly.tries(
        50,
        random -> {
          float[] values = new float[random.nextInt(200)];
          for (int v = 0; v < values.length; v++) {
            values[v] = random.nextInt(3) == 0 ? random.nextInt(3) : random.nextFloat() * 1e6f;
          }
          int[] expected =
              IntStream.range(0, values.length)
                  .boxed()
                  .sorted((a, b) -> Float.compare(values[b], values[a]))
                  .mapToInt(Integer::intValue)
                  .toArray();
          assertArrayEquals(expected, Ranking.descending(values.length, v -> values[v]));
        });
  }
}
