package dev.atoll.graph.sample.layerwise;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.parallel.OutgoingSums;

/**
 * FastGCN (Chen et al. 2018): a source weighs the same in every batch,
 *
 * <pre>  w(u) = ‖Â[:, u]‖²,    Â = D^−½ (A + I) D^−½, D with the added loops</pre>
 *
 * <p>The authors' program takes the norm itself, not its square.
 */
public final class FastGcnImportance implements LayerImportance {
  private final float[] weights;

  private FastGcnImportance(float[] weights) {
    this.weights = weights;
  }

  /** The importance of the nodes of a whole graph, in O(nodes + edges). */
  public static FastGcnImportance of(CsrGraph graph, int threads) {
    long[] shares =
        OutgoingSums.of(
            graph, v -> Math.round(OutgoingSums.ONE / (graph.inDegree(v) + 1)), threads);
    float[] weights = new float[shares.length];
    for (int u = 0; u < weights.length; u++) {
      double own = 1 / (graph.inDegree(u) + 1.0);
      weights[u] = (float) (own * (shares[u] / OutgoingSums.ONE + own));
    }
    return new FastGcnImportance(weights);
  }

  /** A copy for renumbered nodes. */
  public FastGcnImportance renumbered(Ordering ordering) {
    float[] renumbered = new float[weights.length];
    for (int u = 0; u < renumbered.length; u++) {
      renumbered[u] = weights[ordering.oldOf(u)];
    }
    return new FastGcnImportance(renumbered);
  }

  /** The weight of a node. */
  public double of(int node) {
    return weights[node];
  }

  @Override
  public double ofEdge(int source, int targetDegree) {
    return weights[source];
  }

  @Override
  public boolean addsUp() {
    return false;
  }
}
