package dev.atoll.graph.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.testkit.CommitKeys;
import dev.atoll.testkit.Randomly;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ContractionTest {
  @Test
  void sumsWhatASlowOneSums() {
    Randomly.tries(
        40,
        random -> {
          int nodes = random.nextInt(1, 900);
          WeightedGraph fine = weighted(nodes, random.nextInt(5 * nodes), random);
          int[] labels = random.ints(nodes, 0, random.nextInt(1, nodes + 1)).toArray();
          Level level = contract(fine, labels, random.nextInt(1, 4));
          int[] map = new int[nodes];
          int[] number = new int[level.graph().nodeCount()];
          Arrays.setAll(number, c -> c);
          System.arraycopy(level.project(number), 0, map, 0, nodes);
          assertEquals(edges(fine, map), edges(level.graph(), number));
          for (int j = 0; j < 2; j++) {
            assertEquals(fine.total(j), level.graph().total(j));
          }
        });
  }

  @Test
  void contractsAContractedGraph() {
    Randomly.tries(
        20,
        random -> {
          WeightedGraph fine = weighted(600, 3000, random);
          Level first = contract(fine, random.ints(600, 0, 300).toArray(), 2);
          int nodes = first.graph().nodeCount();
          Level second = contract(first.graph(), random.ints(nodes, 0, 50).toArray(), 1);
          int[] number = new int[second.graph().nodeCount()];
          Arrays.setAll(number, c -> c);
          int[] map = first.project(second.project(number));
          assertEquals(edges(fine, map), edges(second.graph(), number));
        });
  }

  @Test
  void aClusterOfAllHasNoEdges() {
    Level level = contract(weighted(10, 40, CommitKeys.random()), new int[10], 1);
    assertEquals(1, level.graph().nodeCount());
    assertEquals(0, level.graph().arcCount());
  }

  private static Level contract(WeightedGraph fine, int[] labels, int threads) {
    return Contraction.contract(fine, new Clustering(labels), RowPolicy.PARTITIONING, threads);
  }

  @Test
  void theLocalityPolicyKeepsTheHeaviestEdgesWithTheirWeights() {
    Randomly.tries(
        20,
        random -> {
          WeightedGraph fine = weighted(900, 4000, random);
          var clustering = new Clustering(random.ints(900, 0, 300).toArray());
          var few = new RowPolicy(RowPolicy.ALL, 5, false, _ -> new HashRatings());
          var all = Contraction.contract(fine, clustering, RowPolicy.PARTITIONING, 1).graph();
          var kept = Contraction.contract(fine, clustering, few, 2).graph();
          var row = new ArcRow();
          for (int v = 0; v < all.nodeCount(); v++) {
            all.read(v, row);
            var expected = new TreeSet<Long>();
            for (int e = row.from(); e < row.to(); e++) {
              expected.add((long) -row.weight(e) << 32 | row.target(e));
            }
            var found = new ArrayList<Long>();
            kept.read(v, row);
            for (int e = row.from(); e < row.to(); e++) {
              found.add((long) -row.weight(e) << 32 | row.target(e));
            }
            assertEquals(expected.stream().limit(5).toList(), found);
          }
        });
  }

  private static WeightedGraph weighted(int nodes, int edges, RandomGenerator random) {
    CsrGraph graph = Graphs.simple(nodes, edges, random);
    return WeightedGraph.finest(graph, 2, random.ints(2L * nodes, 0, 10).toArray());
  }

  /** Weights by pair of clusters. */
  private static Map<Long, Long> edges(WeightedGraph graph, int[] map) {
    var sums = new TreeMap<Long, Long>();
    var row = new ArcRow();
    for (int v = 0; v < graph.nodeCount(); v++) {
      graph.read(v, row);
      for (int e = row.from(); e < row.to(); e++) {
        int to = map[row.target(e)];
        if (to != map[v]) {
          sums.merge((long) map[v] << 32 | to, (long) row.weight(e), Long::sum);
        }
      }
    }
    return sums;
  }
}
