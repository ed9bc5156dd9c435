package dev.atoll.train.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.generate.Profile;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.layerwise.FastGcnDraw;
import dev.atoll.graph.sample.layerwise.FastGcnImportance;
import dev.atoll.graph.sample.layerwise.FastGcnSampler;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.graph.sample.layerwise.LayerwiseSampler;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LayerwiseAccessTest {
  private static final int BATCH = 64;
  private static final int EPOCHS = 20;
  private static final LayerSizes SIZES = LayerSizes.of(128, 128);

  /** Targets 0 and 1 in every step; 0 reads node 2, and 1 reads 2, 3 and 4. */
  private static final CsrGraph TWO_TARGETS = Graphs.arcs(6, 2, 0, 2, 1, 3, 1, 4, 1);

  private static final long[] BOTH = {0, 1};

  private static void assertProbabilities(AccessProbabilities p, double... expected) {
    for (int v = 0; v < expected.length; v++) {
      assertEquals(expected[v], p.of(v), 1e-6, "node " + v);
    }
  }

  /** Node 2 weighs 1/2² + 1/4², the others 1/4²: 5 to 1 to 1. */
  @Test
  void ladiesWeighsByWhatTargetsRead() {
    var one = LayerwiseAccess.ladies(TWO_TARGETS, BOTH, LayerSizes.of(1), 2, 1);
    assertProbabilities(one, 1, 1, 5 / 7.0, 1 / 7.0, 1 / 7.0, 0);
    var two = LayerwiseAccess.ladies(TWO_TARGETS, BOTH, LayerSizes.of(2), 2, 1);
    assertProbabilities(two, 1, 1, 1, 0.5, 0.5, 0);
    var all = LayerwiseAccess.ladies(TWO_TARGETS, BOTH, LayerSizes.of(5), 2, 1);
    assertProbabilities(all, 1, 1, 1, 1, 1, 0);
  }

  /**
   * Nodes 2 to 4 have no in-edges: their column weighs 1·(1/2 + 1/4 + 1) for node 2, and 1·(1/4 +
   * 1) for 3 and 4, that is 7 to 5 to 5.
   */
  @Test
  void fastGcnWeighsByColumns() {
    var importance = FastGcnImportance.of(TWO_TARGETS, 1);
    var p = LayerwiseAccess.fastGcn(TWO_TARGETS, BOTH, LayerSizes.of(1), importance, 2, 1);
    assertProbabilities(p, 1, 1, 7 / 17.0, 5 / 17.0, 5 / 17.0, 0);
  }

  /**
   * The expected sum is over all columns: 1/4 and 1/16 of the targets, 7/4, 5/4, 5/4, and 1 of node
   * 5: 89/16.
   */
  @Test
  void fastGcnOfAllNodesReadsWhatIsDrawnAndUsed() {
    var importance = FastGcnImportance.of(TWO_TARGETS, 1);
    var p = LayerwiseAccess.fastGcnOfAll(TWO_TARGETS, BOTH, LayerSizes.of(3), importance, 2, 1);
    double two = 1 - Math.pow(1 - 28 / 89.0, 3);
    double others = 1 - Math.pow(1 - 20 / 89.0, 3);
    assertProbabilities(p, 1, 1, two, others, others, 0);
  }

  @Test
  void ranksNodesAsTheSamplersReadThem() {
    var epochs = Epochs.like(Profile.PRODUCTS_EVEN, 0.002, Fanouts.of(5, 5), BATCH);
    CsrGraph graph = epochs.graph();
    long[] train = epochs.train(12);
    var importance = FastGcnImportance.of(graph, 2);
    LocalNeighbors all = LocalNeighbors.of(graph);
    check(
        "ladies",
        epochs,
        train,
        LayerwiseSampler.ladies(all, SIZES),
        LayerwiseAccess.ladies(graph, train, SIZES, BATCH, 2));
    check(
        "fastgcn",
        epochs,
        train,
        LayerwiseSampler.fastGcn(all, SIZES, importance),
        LayerwiseAccess.fastGcn(graph, train, SIZES, importance, BATCH, 2));
    check(
        "fastgcn of all nodes",
        epochs,
        train,
        new FastGcnSampler(all, SIZES, FastGcnDraw.of(graph, importance)),
        LayerwiseAccess.fastGcnOfAll(graph, train, SIZES, importance, BATCH, 2));
  }

  /**
   * Better than the probabilities of uniform sampling, which were taken for all samplers once, and
   * than a second count of as many epochs.
   */
  private static void check(
      String name, Epochs epochs, long[] train, Sampler sampler, AccessProbabilities p) {
    double[] reads;
    double[] again;
    try (sampler) {
      reads = counted(epochs, train, sampler, 0);
      again = counted(epochs, train, sampler, EPOCHS);
    }
    var uniform =
        AccessProbabilities.sampled(epochs.graph(), train, epochs.fanouts(), epochs.batch(), 2);
    double correlation = Ranks.correlation(expected(p), reads);
    double asUniform = Ranks.correlation(expected(uniform), reads);
    double byCount = Ranks.correlation(again, reads);
    double ratio = Arrays.stream(expected(p)).sum() * EPOCHS / Arrays.stream(reads).sum();
    String figures =
        "%s: rank correlation %.3f, as uniform %.3f, by count %.3f, expected over counted reads %.3f"
            .formatted(name, correlation, asUniform, byCount, ratio);
    assertTrue(correlation > asUniform, figures);
    assertTrue(correlation > byCount, figures);
    assertEquals(1, ratio, 0.1, figures);
  }

  private static double[] counted(Epochs epochs, long[] train, Sampler sampler, int first) {
    double[] reads = new double[epochs.graph().nodeCount()];
    for (int epoch = first; epoch < first + EPOCHS; epoch++) {
      epochs.run(
          sampler,
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

  private static double[] expected(AccessProbabilities p) {
    return IntStream.range(0, p.nodeCount()).mapToDouble(p::reads).toArray();
  }

  @Test
  void threadsDoNotMatter() {
    var epochs = Epochs.like(Profile.PRODUCTS_EVEN, 0.002, Fanouts.of(5, 5), BATCH);
    long[] train = epochs.train(7);
    var one = LayerwiseAccess.ladies(epochs.graph(), train, SIZES, BATCH, 1);
    var many = LayerwiseAccess.ladies(epochs.graph(), train, SIZES, BATCH, 5);
    for (int v = 0; v < one.nodeCount(); v++) {
      assertEquals(one.of(v), many.of(v), 0);
    }
  }
}
