package dev.atoll.train.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.generate.Profile;
import dev.atoll.graph.sample.Fanouts;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AccessProbabilitiesTest {
  private static final int BATCH = 64;
  private static final int EPOCHS = 20;
  private static final int MANY_EPOCHS = 80;

  private static long[] everyTwelfth(CsrGraph graph) {
    return LongStream.range(0, graph.nodeCount()).filter(v -> v % 12 == 0).toArray();
  }

  /**
   * Counts of few epochs are themselves uncertain: nodes that are seldom read differ by chance. So
   * they are ranked no better by a second count of as many epochs; the formula must do better than
   * that, and come close to 1 as counts become certain.
   */
  @Test
  void rankNodesBetterThanASecondCountDoes() {
    for (Fanouts fanouts : List.of(Fanouts.of(5, 5), Fanouts.of(10, 5, 3))) {
      var epochs = Epochs.like(Profile.PRODUCTS_EVEN, 0.004, fanouts, BATCH);
      long[] train = epochs.train(12);
      var p = AccessProbabilities.sampled(epochs.graph(), train, fanouts, BATCH, 2);
      double[] expected = IntStream.range(0, p.nodeCount()).mapToDouble(p::reads).toArray();
      double[] counted = countedReads(epochs, train, 0, EPOCHS);
      double[] again = countedReads(epochs, train, EPOCHS, EPOCHS);
      double byFormula = Ranks.correlation(expected, counted);
      double byCount = Ranks.correlation(again, counted);
      assertTrue(byFormula > byCount, fanouts + ": " + byFormula + " and " + byCount);
      double[] certain = countedReads(epochs, train, 0, MANY_EPOCHS);
      double correlation = Ranks.correlation(expected, certain);
      assertTrue(correlation > 0.97, fanouts + ": rank correlation " + correlation);
      double ratio = sum(expected) * EPOCHS / sum(counted);
      assertEquals(1, ratio, 0.05, fanouts + ": expected over counted reads");
    }
  }

  private static double[] countedReads(Epochs epochs, long[] train, int first, int count) {
    double[] reads = new double[epochs.graph().nodeCount()];
    for (int epoch = first; epoch < first + count; epoch++) {
      epochs.run(
          train,
          epoch,
          batch -> {
            for (int node : batch.nodes().toArray(ValueLayout.JAVA_INT)) {
              reads[node]++;
            }
          });
    }
    return reads;
  }

  private static double sum(double[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).sum();
  }

  @Test
  void oneSeedWithAllNeighborsOnATreeIsExact() {
    CsrGraph tree = Graphs.arcs(7, 1, 0, 2, 0, 3, 1, 4, 1, 5, 2, 6, 2);
    long[] root = {0};
    var sampled =
        AccessProbabilities.sampled(tree, root, Fanouts.of(Fanouts.ALL, Fanouts.ALL), 1, 1);
    var halves = AccessProbabilities.sampled(tree, root, Fanouts.of(1, 1), 1, 1);
    double[] expected = {1, 0.75, 0.75, 0.25, 0.25, 0.25, 0.25};
    for (int v = 0; v < 7; v++) {
      assertEquals(1, sampled.of(v), 1e-6);
      // A node of layer 0 draws again in layer 1, so the root's children get a second chance.
      assertEquals(expected[v], halves.of(v), 1e-6, "node " + v);
    }
  }

  @Test
  void threadsDoNotMatter() {
    CsrGraph graph = Graphs.random(5000, 40_000, new SplittableRandom(2));
    long[] train = everyTwelfth(graph);
    var one = AccessProbabilities.sampled(graph, train, Fanouts.of(4, 3), BATCH, 1);
    var many = AccessProbabilities.sampled(graph, train, Fanouts.of(4, 3), BATCH, 5);
    var reach = AccessProbabilities.reaching(graph, train, 2, 1);
    var reachMany = AccessProbabilities.reaching(graph, train, 2, 4);
    for (int v = 0; v < 5000; v++) {
      assertEquals(one.of(v), many.of(v), 0);
      assertEquals(reach.of(v), reachMany.of(v), 0);
    }
  }

  @Test
  void badTrainingNodesAreNamed() {
    CsrGraph graph = Graphs.grid(2, 2);
    assertEquals(
        "training node 4: expected a node from 0 to 3",
        assertThrows(
                IllegalArgumentException.class,
                () -> AccessProbabilities.reaching(graph, new long[] {4}, 1, 1))
            .getMessage());
    assertEquals(
        "no training nodes: expected at least one",
        assertThrows(
                IllegalArgumentException.class,
                () -> AccessProbabilities.sampled(graph, new long[0], Fanouts.of(1), 1, 1))
            .getMessage());
  }
}
