package dev.atoll.graph.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.testkit.CommitKeys;
import dev.atoll.testkit.Randomly;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SparsificationTest {
  private static final RandomKey KEY = RandomKey.ofSeed(7);

  private record Arc(int from, int to) {
    Arc opposite() {
      return new Arc(to, from);
    }
  }

  private static WeightedGraph plain(int nodes, int edges, RandomGenerator random) {
    int[] ones = new int[nodes];
    Arrays.fill(ones, 1);
    return WeightedGraph.finest(Graphs.simple(nodes, edges, random), 1, ones);
  }

  private static Map<Arc, Integer> arcs(WeightedGraph graph) {
    var arcs = new TreeMap<Arc, Integer>(Comparator.comparingInt(Arc::from).thenComparing(Arc::to));
    var row = new ArcRow();
    for (int v = 0; v < graph.nodeCount(); v++) {
      graph.read(v, row);
      for (int e = row.from(); e < row.to(); e++) {
        arcs.put(new Arc(v, row.target(e)), row.weight(e));
      }
    }
    return arcs;
  }

  @Test
  void bothArcsOfAnEdgeStayWithTheSameWeightOnAnyNumberOfThreads() {
    Randomly.tries(
        20,
        random -> {
          WeightedGraph graph = plain(random.nextInt(2, 600), random.nextInt(20_000), random);
          int wanted = random.nextInt(1, 20);
          Map<Arc, Integer> sample = arcs(Sparsification.sample(graph, wanted, KEY, 1));
          Level level = contracted(graph, random);
          Map<Arc, Integer> heaviest = arcs(Sparsification.heaviest(level, wanted, KEY, 1).graph());
          Map<Arc, Integer> coarse = arcs(Sparsification.sample(level, wanted, KEY, 1).graph());
          for (Map<Arc, Integer> kept : List.of(sample, heaviest, coarse)) {
            kept.forEach((arc, weight) -> assertEquals(weight, kept.get(arc.opposite())));
          }
          assertEquals(sample, arcs(Sparsification.sample(graph, wanted, KEY, 3)));
          assertEquals(heaviest, arcs(Sparsification.heaviest(level, wanted, KEY, 3).graph()));
          assertEquals(coarse, arcs(Sparsification.sample(level, wanted, KEY, 3).graph()));
        });
  }

  private static Level contracted(WeightedGraph graph, RandomGenerator random) {
    int nodes = graph.nodeCount();
    int[] labels = random.ints(nodes, 0, Math.max(1, nodes / 3)).toArray();
    return Contraction.contract(graph, new Clustering(labels), RowPolicy.PARTITIONING, 1);
  }

  /** A hub of 300 leaves among nodes of degree 100: only edges between two large nodes go. */
  @Test
  void nodesWithFewArcsKeepAllOfThem() {
    WeightedGraph star = WeightedGraph.finest(Graphs.star(300), 1, new int[301]);
    assertEquals(arcs(star), arcs(Sparsification.sample(star, 1, KEY, 1)));
  }

  /** 4,950 edges of a clique of 100, sampled one in four for 16 to 31 arcs of 99 per node. */
  @Test
  void aSampleHasFewArcsAndTheWeightOfAll() {
    WeightedGraph clique = WeightedGraph.finest(Graphs.cliques(1, 100), 1, new int[100]);
    long weight = 0;
    int runs = 40;
    for (int seed = 0; seed < runs; seed++) {
      Map<Arc, Integer> kept = arcs(Sparsification.sample(clique, 20, RandomKey.ofSeed(seed), 1));
      assertEquals(Set.of(4), new HashSet<>(kept.values()));
      weight += kept.values().stream().mapToLong(Integer::longValue).sum();
    }
    double share = weight / (double) runs / (100 * 99);
    assertTrue(Math.abs(share - 1) < 0.03, "weight of the samples over that of all: " + share);
  }

  @Test
  void theHeaviestEdgesOfEitherEndStay() {
    Randomly.tries(
        20,
        random -> {
          Level level = contracted(plain(600, 9000, random), random);
          Map<Arc, Integer> all = arcs(level.graph());
          int wanted = random.nextInt(2, 12);
          Map<Arc, Integer> kept = arcs(Sparsification.heaviest(level, wanted, KEY, 2).graph());
          Map<Integer, Integer> least = leastKept(all, wanted);
          all.forEach(
              (arc, weight) -> {
                boolean heavy = weight > least.get(arc.from()) || weight > least.get(arc.to());
                boolean light = weight < least.get(arc.from()) && weight < least.get(arc.to());
                assertTrue(!heavy || weight.equals(kept.get(arc)), () -> arc + " is gone");
                assertTrue(!light || !kept.containsKey(arc), () -> arc + " is still there");
              });
          Map<Integer, Long> degrees =
              kept.keySet().stream()
                  .collect(Collectors.groupingBy(Arc::from, Collectors.counting()));
          least.forEach(
              (v, weight) ->
                  assertTrue(weight == 0 || degrees.get(v) >= wanted, () -> "node " + v));
        });
  }

  /** The weight of the last arc among as many as wanted; 0 where a node has no more than that. */
  private static Map<Integer, Integer> leastKept(Map<Arc, Integer> all, int wanted) {
    var least = new TreeMap<Integer, Integer>();
    all.entrySet().stream()
        .collect(Collectors.groupingBy(arc -> arc.getKey().from()))
        .forEach(
            (v, arcs) -> {
              List<Integer> weights =
                  arcs.stream().map(Map.Entry::getValue).sorted(Comparator.reverseOrder()).toList();
              least.put(v, weights.size() > wanted ? weights.get(wanted - 1) : 0);
            });
    return least;
  }

  @Test
  void aLevelWithFewArcsStaysAsItIs() {
    Level level = contracted(plain(300, 500, CommitKeys.random()), CommitKeys.random());
    assertSame(level, Sparsification.heaviest(level, 100, KEY, 1));
  }

  /**
   * A light edge weighs less than 2ˢ, the smaller light weight of its ends: the weight of all their
   * edges over the wanted number, rounded down to a power of two.
   */
  @Test
  void heavyEdgesStayAsTheyAreAndLightOnesGetHeavierOrGo() {
    Randomly.tries(
        20,
        random -> {
          Level level = contracted(plain(600, 9000, random), random);
          Map<Arc, Integer> all = arcs(level.graph());
          int wanted = random.nextInt(2, 12);
          Map<Arc, Integer> kept = arcs(Sparsification.sample(level, wanted, KEY, 2).graph());
          Map<Integer, Integer> degrees =
              all.entrySet().stream()
                  .collect(
                      Collectors.groupingBy(
                          arc -> arc.getKey().from(), Collectors.summingInt(Map.Entry::getValue)));
          all.forEach(
              (arc, weight) -> {
                int light =
                    Math.min(
                        light(degrees.get(arc.from()), wanted),
                        light(degrees.get(arc.to()), wanted));
                Integer now = kept.get(arc);
                if (weight >= light) {
                  assertEquals(weight, now, () -> arc + " of " + light);
                } else {
                  assertTrue(now == null || now == light, () -> arc + " has " + now);
                }
              });
        });
  }

  private static int light(int weightedDegree, int wanted) {
    return Integer.highestOneBit(Math.max(1, weightedDegree / wanted));
  }

  /** Half of a clique is contracted by fives: edges weigh 1, 5 and 25. */
  @Test
  void aSampleOfUnequalEdgesHasTheWeightOfAllInTheMean() {
    WeightedGraph clique = WeightedGraph.finest(Graphs.cliques(1, 200), 1, new int[200]);
    int[] labels = new int[200];
    Arrays.setAll(labels, v -> v < 100 ? v / 5 * 5 : v);
    Level level = Contraction.contract(clique, new Clustering(labels), RowPolicy.PARTITIONING, 1);
    Map<Arc, Integer> all = arcs(level.graph());
    double sum = all.values().stream().mapToLong(Integer::longValue).sum();
    double weight = 0;
    double share = 0;
    int runs = 40;
    for (int seed = 0; seed < runs; seed++) {
      Map<Arc, Integer> kept =
          arcs(Sparsification.sample(level, 10, RandomKey.ofSeed(seed), 1).graph());
      weight += kept.values().stream().mapToLong(Integer::longValue).sum() / sum / runs;
      share += kept.size() / (double) all.size() / runs;
    }
    assertEquals(1, weight, 0.03);
    assertTrue(share < 0.5, "share of arcs kept: " + share);
  }
}
