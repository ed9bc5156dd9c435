package dev.atoll.train.placement;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.parallel.OutgoingSums;
import dev.atoll.graph.sample.layerwise.FastGcnImportance;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import java.util.Arrays;

/**
 * Access probabilities of samplers that draw nodes for whole layers, layer by layer as {@link
 * AccessProbabilities#sampled}. With a(v) the chance that a layer has v among its targets, a node u
 * is a candidate with probability
 *
 * <pre>  b(u) = 1 − ∏ over edges u → v of (1 − a(v))</pre>
 *
 * and a candidate is drawn with π(u) = min(1, c·w(u)), where w(u) is its weight, averaged over the
 * layers that contain it, and c makes the expected number of drawn candidates that are not targets
 * equal to the layer's size:
 *
 * <pre>  Σ (1 − a(u)) · b(u) · π(u) = size,    a′(u) = 1 − (1 − a(u)) · (1 − b(u) · π(u))</pre>
 *
 * Exact if all steps have the same targets; otherwise the c of the mean layer approximates that of
 * every layer.
 */
public final class LayerwiseAccess {
  /** The fixed-point representation of 1 in sums of weights, which are small. */
  private static final double WEIGHT_ONE = 0x1p40;

  private final CsrGraph graph;
  private final int threads;

  /** The probability of every node that a step has it so far. */
  private final double[] present;

  private LayerwiseAccess(CsrGraph graph, double[] seeds, int threads) {
    this.graph = graph;
    this.present = seeds;
    this.threads = threads;
  }

  /** The probability that a layer draws a candidate. */
  @FunctionalInterface
  private interface Kept {
    /**
     * @param candidates the chances of being a candidate
     */
    double[] of(double[] candidates, int size);
  }

  /** LADIES: a candidate weighs Σ over targets v of 1 / (d(v) + 1)². */
  public static AccessProbabilities ladies(
      CsrGraph graph, long[] train, LayerSizes sizes, int batch, int threads) {
    var access = open(graph, train, batch, threads);
    return access.after(train, batch, sizes, access::keptByTargets);
  }

  /** FastGCN among the neighbours of targets: a candidate weighs the same in every layer. */
  public static AccessProbabilities fastGcn(
      CsrGraph graph,
      long[] train,
      LayerSizes sizes,
      FastGcnImportance importance,
      int batch,
      int threads) {
    var access = open(graph, train, batch, threads);
    return access.after(
        train,
        batch,
        sizes,
        (candidates, size) -> {
          double[] weights = new double[candidates.length];
          Arrays.setAll(weights, importance::of);
          return access.kept(candidates, weights, size);
        });
  }

  /** FastGCN as published: nodes are drawn from all, with repetition, and read if they are used. */
  public static AccessProbabilities fastGcnOfAll(
      CsrGraph graph,
      long[] train,
      LayerSizes sizes,
      FastGcnImportance importance,
      int batch,
      int threads) {
    var access = open(graph, train, batch, threads);
    double all = 0;
    for (int u = 0; u < graph.nodeCount(); u++) {
      all += importance.of(u);
    }
    double sum = all;
    return access.after(
        train,
        batch,
        sizes,
        (candidates, size) -> {
          double[] drawn = new double[candidates.length];
          Arrays.setAll(
              drawn, u -> -StrictMath.expm1(size * StrictMath.log1p(-importance.of(u) / sum)));
          return drawn;
        });
  }

  private static LayerwiseAccess open(CsrGraph graph, long[] train, int batch, int threads) {
    return new LayerwiseAccess(graph, AccessProbabilities.seeds(graph, train, batch), threads);
  }

  private AccessProbabilities after(long[] train, int batch, LayerSizes sizes, Kept kept) {
    for (int size : sizes.perLayer()) {
      double[] candidates = candidates();
      double[] chances = kept.of(candidates, size);
      for (int u = 0; u < present.length; u++) {
        present[u] = 1 - (1 - present[u]) * (1 - candidates[u] * chances[u]);
      }
    }
    return AccessProbabilities.of(AccessProbabilities.steps(train, batch), present);
  }

  private double[] candidates() {
    long[] absence =
        OutgoingSums.of(graph, v -> AccessProbabilities.logarithm(present[(int) v]), threads);
    double[] candidates = new double[absence.length];
    Arrays.setAll(candidates, u -> AccessProbabilities.presence(absence[u]));
    return candidates;
  }

  private double[] keptByTargets(double[] candidates, int size) {
    long[] sums =
        OutgoingSums.of(
            graph,
            v -> {
              double share = 1 / (graph.inDegree(v) + 1.0);
              return Math.round(present[(int) v] * share * share * WEIGHT_ONE);
            },
            threads);
    double[] weights = new double[sums.length];
    Arrays.setAll(weights, u -> candidates[u] > 0 ? sums[u] / WEIGHT_ONE / candidates[u] : 0);
    return kept(candidates, weights, size);
  }

  /** min(1, c·w) for all nodes. */
  private double[] kept(double[] candidates, double[] weights, int size) {
    double factor = factor(candidates, weights, size);
    double[] kept = new double[weights.length];
    Arrays.setAll(kept, u -> weights[u] == 0 ? 0 : Math.min(1, factor * weights[u]));
    return kept;
  }

  /** The factor c of a layer; candidates whose probability would exceed 1 are set aside. */
  private double factor(double[] candidates, double[] weights, int size) {
    double factor = 0;
    while (true) {
      double certain = 0;
      double rest = 0;
      for (int u = 0; u < weights.length; u++) {
        double there = (1 - present[u]) * candidates[u];
        if (weights[u] * factor >= 1) {
          certain += there;
        } else {
          rest += there * weights[u];
        }
      }
      if (rest == 0) {
        return Double.POSITIVE_INFINITY;
      }
      double next = (size - certain) / rest;
      if (!(next > factor)) {
        return factor;
      }
      factor = next;
    }
  }
}
