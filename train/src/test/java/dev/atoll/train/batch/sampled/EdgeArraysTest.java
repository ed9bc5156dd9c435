package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import dev.atoll.graph.sample.draw.WeightTable;
import dev.atoll.testkit.Randomly;
import dev.atoll.train.batch.Neighborhood;
import dev.atoll.train.block.EdgeNorm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The links of sampled blocks against dense matrices, made cell by cell from the definitions. */
class EdgeArraysTest {
  private static final int NODES = 30;
  private static final double TOLERANCE = 1e-5;

  @ParameterizedTest
  @CsvSource({
    "MEAN,false,4",
    "MEAN,true,4",
    "MEAN,false,-1",
    "MEAN_WITH_SELF,false,4",
    "MEAN_WITH_SELF,true,4",
    "MEAN_WITH_SELF,false,-1",
    "SYMMETRIC,false,4",
    "SYMMETRIC,true,4",
    "SYMMETRIC,false,-1",
    "SYMMETRIC,true,-1",
    "NONE,false,3",
    "ATTENTION,false,3",
    "ATTENTION,true,-1"
  })
  void linksAreTheDenseMatrix(EdgeNorm norm, boolean weighted, int fanout) {
    var arrays = new EdgeArrays();
    Randomly.tries(
        40,
        random -> {
          try (Arena memory = Arena.ofShared()) {
            CsrGraph graph = graph(random, memory);
            LocalNeighbors neighbors = LocalNeighbors.of(graph).withThreads(1);
            if (weighted) {
              neighbors = neighbors.withWeights(weights(graph, random, memory));
            }
            try (var sampler = new FusedSampler(neighbors, Fanouts.of(fanout));
                var batch = SampledBatch.ofLayers(1)) {
              sampler.sample(new long[] {3, 0, 17, 29}, new RandomKey(random.nextLong()), batch);
              SampledBlock block = batch.block(0);
              int[] degrees = degreesWithSelf(graph, block);
              arrays.fill(Neighborhood.of(block), norm, degrees);
              double[][] expected = dense(block, norm, degrees);
              check(expected, arrays);
              arrays.transpose();
              checkTurned(arrays);
            }
          }
        });
  }

  private static double[][] dense(SampledBlock block, EdgeNorm norm, int[] degrees) {
    var matrix = new double[block.targetCount()][block.sourceCount()];
    for (int v = 0; v < matrix.length; v++) {
      long begin = block.rowStart().getAtIndex(JAVA_LONG, v);
      long end = block.rowStart().getAtIndex(JAVA_LONG, v + 1L);
      int others = 0;
      for (long e = begin; e < end; e++) {
        others += block.column().getAtIndex(JAVA_INT, e) == v ? 0 : 1;
      }
      for (long e = begin; e < end; e++) {
        int u = block.column().getAtIndex(JAVA_INT, e);
        matrix[v][u] += cell(block, norm, degrees, v, u, e, others);
      }
      if (norm.selfLoops()) {
        matrix[v][v] = norm.readsDegrees() ? 1.0 / degrees[v] : 1;
      }
    }
    return matrix;
  }

  private static double cell(
      SampledBlock block, EdgeNorm norm, int[] degrees, int v, int u, long e, int others) {
    long picks =
        block.rowStart().getAtIndex(JAVA_LONG, v + 1L) - block.rowStart().getAtIndex(JAVA_LONG, v);
    boolean given = block.correction() != null;
    double correction = given ? block.correction().getAtIndex(JAVA_FLOAT, e) : Double.NaN;
    return switch (norm) {
      case MEAN -> given ? correction / block.targetDegree().getAtIndex(JAVA_INT, v) : 1.0 / picks;
      case MEAN_WITH_SELF -> (given ? correction : (degrees[v] - 1.0) / others) / degrees[v];
      case SYMMETRIC ->
          (given ? correction : (degrees[v] - 1.0) / others)
              / Math.sqrt((double) degrees[v] * degrees[u]);
      case NONE, ATTENTION -> 1;
    };
  }

  private static void check(double[][] expected, EdgeArrays links) {
    assertEquals(expected.length, links.targets);
    var found = new double[links.targets][links.sources];
    for (int v = 0; v < links.targets; v++) {
      for (int e = (int) links.start[v]; e < links.start[v + 1]; e++) {
        double weight = links.hasWeight ? links.weight[e] : 1;
        weight *= links.hasRowScale ? links.rowScale[v] : 1;
        weight *= links.hasColumnScale ? links.columnScale[links.column[e]] : 1;
        found[v][links.column[e]] += weight;
      }
      for (int u = 0; u < links.sources; u++) {
        assertEquals(expected[v][u], found[v][u], TOLERANCE, "target " + v + ", source " + u);
      }
    }
  }

  private static void checkTurned(EdgeArrays links) {
    assertEquals(links.edges, links.transposedStart[links.sources]);
    for (int u = 0; u < links.sources; u++) {
      for (int i = (int) links.transposedStart[u]; i < links.transposedStart[u + 1]; i++) {
        int cell = links.edgeOf[i];
        int v = links.transposedColumn[i];
        assertEquals(u, links.column[cell]);
        assertEquals(true, links.start[v] <= cell && cell < links.start[v + 1]);
        if (links.hasWeight) {
          assertEquals(links.weight[cell], links.transposedWeight[i]);
        }
      }
    }
  }

  /** In-degrees of the sources plus one, as each counts itself as a neighbour. */
  private static int[] degreesWithSelf(CsrGraph graph, SampledBlock block) {
    int[] degrees = new int[block.sourceCount()];
    for (int i = 0; i < degrees.length; i++) {
      int node = block.sources().getAtIndex(JAVA_INT, i);
      var all = new TreeSet<Long>();
      all.add((long) node);
      for (long e = 0; e < graph.inDegree(node); e++) {
        all.add((long) graph.inNeighbor(node, e));
      }
      degrees[i] = all.size();
    }
    return degrees;
  }

  /** A random graph without parallel edges; some nodes have a loop, some nothing. */
  private static CsrGraph graph(RandomGenerator random, Arena memory) {
    long[] starts = new long[NODES + 1];
    int[] neighbors = new int[NODES * NODES];
    int edges = 0;
    for (int v = 0; v < NODES; v++) {
      int degree = random.nextInt(9) - 1;
      var chosen = new TreeSet<Integer>();
      for (int i = 0; i < degree; i++) {
        chosen.add(random.nextInt(4) == 0 ? v : random.nextInt(NODES));
      }
      for (int u : chosen) {
        neighbors[edges++] = u;
      }
      starts[v + 1] = edges;
    }
    return new CsrGraph(
        NODES,
        memory.allocateFrom(JAVA_LONG, starts),
        memory.allocateFrom(JAVA_INT, Arrays.copyOf(neighbors, Math.max(1, edges))));
  }

  private static WeightTable weights(CsrGraph graph, RandomGenerator random, Arena memory) {
    MemorySegment weights = memory.allocate(JAVA_FLOAT, Math.max(1, graph.edgeCount()));
    for (long e = 0; e < graph.edgeCount(); e++) {
      weights.setAtIndex(JAVA_FLOAT, e, 0.1f + random.nextFloat());
    }
    return WeightTable.of(graph.rows(), weights, memory, 1);
  }
}
