package dev.atoll.graph.partition.multilevel.coarsen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.Level;
import dev.atoll.graph.cluster.RowPolicy;
import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.testkit.Randomly;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Every coarser level stands for the same graph: it has its weights, and its cuts. */
class CoarsenerTest {
  private static final int CONSTRAINTS = 2;
  private static final int COARSEST = 8;

  private static Coarsener coarsener(RandomGenerator random) {
    var options =
        new Coarsener.Options(
            COARSEST,
            /* mostShrink= */ 2.5,
            /* heaviestShare= */ 1.5,
            Coarsener.NO_COMMUNITIES,
            RowPolicy.ALL);
    return new Coarsener(options, random.nextInt(1, 4));
  }

  private static WeightedGraph ring(RandomGenerator random) {
    var cliques = Graphs.ringOfCliques(random.nextInt(4, 12), random.nextInt(5, 12));
    int[] weights = random.ints((long) CONSTRAINTS * cliques.nodeCount(), 0, 4).toArray();
    return WeightedGraph.finest(cliques, CONSTRAINTS, weights);
  }

  /** Edges between different parts, each seen from both ends. */
  private static long cut(WeightedGraph graph, int[] part) {
    var row = new ArcRow();
    long cut = 0;
    for (int v = 0; v < graph.nodeCount(); v++) {
      graph.read(v, row);
      for (int e = row.from(); e < row.to(); e++) {
        cut += part[v] != part[row.target(e)] ? row.weight(e) : 0;
      }
    }
    return cut / 2;
  }

  /** The weight of the nodes of a part. */
  private static long load(WeightedGraph graph, int[] part, int of, int constraint) {
    long load = 0;
    for (int v = 0; v < graph.nodeCount(); v++) {
      load += part[v] == of ? graph.nodeWeight(v, constraint) : 0;
    }
    return load;
  }

  @Test
  void levelsHaveTheWeightsAndTheCutsOfTheGraph() {
    Randomly.tries(
        30,
        random -> {
          WeightedGraph graph = ring(random);
          List<Level> levels =
              coarsener(random).coarsen(graph, null, RandomKey.ofSeed(random.nextLong()));
          assertTrue(!levels.isEmpty() && levels.getLast().graph().nodeCount() < graph.nodeCount());
          WeightedGraph finer = graph;
          for (Level level : levels) {
            WeightedGraph coarse = level.graph();
            int[] part = random.ints(coarse.nodeCount(), 0, 3).toArray();
            int[] fine = level.project(part);
            assertEquals(cut(coarse, part), cut(finer, fine));
            for (int j = 0; j < CONSTRAINTS; j++) {
              assertEquals(graph.total(j), coarse.total(j));
              for (int p = 0; p < 3; p++) {
                assertEquals(load(coarse, part, p, j), load(finer, fine, p, j));
              }
            }
            finer = coarse;
          }
        });
  }

  /** A partition of the finest level is one of every level, so that it can be refined there. */
  @Test
  void nodesOfDifferentPartsStayApart() {
    Randomly.tries(
        30,
        random -> {
          WeightedGraph graph = ring(random);
          int[] part = random.ints(graph.nodeCount(), 0, 3).toArray();
          long cut = cut(graph, part);
          for (Level level :
              coarsener(random).coarsen(graph, part, RandomKey.ofSeed(random.nextLong()))) {
            int[] lifted = level.lift(part);
            assertArrayEquals(part, level.project(lifted));
            assertEquals(cut, cut(level.graph(), lifted));
            part = lifted;
          }
        });
  }
}
