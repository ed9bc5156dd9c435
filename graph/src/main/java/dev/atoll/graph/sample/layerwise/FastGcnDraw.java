package dev.atoll.graph.sample.layerwise;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.order.Ordering;
import java.util.Arrays;

/**
 * FastGCN as published (Chen et al. 2018, section 3.1): the nodes of a layer are drawn from all
 * nodes of the graph, with repetition, with probabilities q that are the same in every batch and
 * layer.
 */
public final class FastGcnDraw {
  private final FastGcnImportance importance;
  private final Ordering ordering;

  /** Prefix sums of the weights, by node of the dataset. */
  private final double[] sums;

  /**
   * @param importance weights of the dataset's nodes
   * @param ordering maps the dataset's numbers to those of the sampled graph
   */
  public FastGcnDraw(CsrGraph graph, FastGcnImportance importance, Ordering ordering) {
    this.importance = importance;
    this.ordering = ordering;
    this.sums = new double[Math.toIntExact(graph.nodeCount())];
    double sum = 0;
    for (int u = 0; u < sums.length; u++) {
      sum += importance.of(u);
      sums[u] = sum;
    }
  }

  /** The draw of nodes that keep the dataset's numbers. */
  public static FastGcnDraw of(CsrGraph graph, FastGcnImportance importance) {
    return new FastGcnDraw(
        graph, importance, Ordering.identity(Math.toIntExact(graph.nodeCount())));
  }

  /** Fills the buffer with drawn nodes, ascending; a node may come several times. */
  void draw(int[] drawn, RandomKey key) {
    double all = sums[sums.length - 1];
    for (int i = 0; i < drawn.length; i++) {
      int found = Arrays.binarySearch(sums, key.unit(i) * all);
      int node = Math.min(found < 0 ? -found - 1 : found + 1, sums.length - 1);
      drawn[i] = ordering.newOf(node);
    }
    Arrays.sort(drawn);
  }

  /** The weight of a node that was drawn some times: times / (size·q). */
  float correction(int node, int times, int size) {
    double q = importance.of(ordering.oldOf(node)) / sums[sums.length - 1];
    return (float) (times / (size * q));
  }
}
