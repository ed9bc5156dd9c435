package dev.atoll.train.placement;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.parallel.OutgoingSums;
import dev.atoll.graph.sample.Fanouts;

/**
 * The probability that a node is an input of a training step.
 *
 * <p>{@link #sampled} follows the sampler layer by layer. With a₀(v) the chance that a step has v
 * among its seeds, fₗ the fanout and d the in-degree,
 *
 * <pre>  1 − aₗ(u) = (1 − aₗ₋₁(u)) · ∏ over edges u → v of (1 − aₗ₋₁(v) · min(1, fₗ / d(v)))</pre>
 *
 * <p>which is one sparse product per layer in logarithms. Draws of different targets are
 * independent; that targets themselves are present together is neglected.
 *
 * <p>Samplers of whole layers: {@link LayerwiseAccess}.
 *
 * <p>{@link #reaching} is the count of Song and Jiang's example: training nodes that have a node
 * within reach, each a step of its own.
 */
public final class AccessProbabilities {
  /** A certain draw; larger sums no longer change a probability. */
  private static final double CERTAIN = 16;

  private final double steps;
  private final double[] probability;

  private AccessProbabilities(double steps, double[] probability) {
    this.steps = steps;
    this.probability = probability;
  }

  /**
   * Access probabilities of sampled neighbourhoods, in O(layers · (nodes + edges)); the same on any
   * number of threads.
   *
   * @param train distinct training nodes
   * @param batch seeds per step
   */
  public static AccessProbabilities sampled(
      CsrGraph graph, long[] train, Fanouts fanouts, int batch, int threads) {
    double[] seeds = seeds(graph, train, batch);
    long[] absence = new long[graph.nodeCount()];
    for (int v = 0; v < seeds.length; v++) {
      absence[v] = logarithm(seeds[v]);
    }
    for (int fanout : fanouts.perLayer()) {
      long[] before = absence.clone();
      long[] drawn =
          OutgoingSums.of(graph, v -> logarithm(draws(graph, v, fanout, before)), threads);
      for (int v = 0; v < drawn.length; v++) {
        absence[v] += drawn[v];
      }
    }
    double[] probability = new double[absence.length];
    for (int v = 0; v < probability.length; v++) {
      probability[v] = presence(absence[v]);
    }
    return new AccessProbabilities(steps(train, batch), probability);
  }

  /** The chance of every node to be a seed of a step. */
  static double[] seeds(CsrGraph graph, long[] train, int batch) {
    checkTraining(graph, train);
    if (batch < 1) {
      throw new IllegalArgumentException("batch %d: expected at least 1".formatted(batch));
    }
    double[] seeds = new double[graph.nodeCount()];
    for (long seed : train) {
      seeds[(int) seed] = 1 / steps(train, batch);
    }
    return seeds;
  }

  static double steps(long[] train, int batch) {
    return Math.max(1, (double) train.length / batch);
  }

  /** Access probabilities with the given values. */
  static AccessProbabilities of(double steps, double[] probability) {
    return new AccessProbabilities(steps, probability);
  }

  /** The chance that a target is there and draws a given neighbour. */
  private static double draws(CsrGraph graph, long target, int fanout, long[] absence) {
    long degree = graph.inDegree(target);
    double share = fanout == Fanouts.ALL || degree <= fanout ? 1 : (double) fanout / degree;
    return presence(absence[(int) target]) * share;
  }

  static long logarithm(double probability) {
    return Math.round(Math.min(CERTAIN, -StrictMath.log1p(-probability)) * OutgoingSums.ONE);
  }

  static double presence(long logarithm) {
    return -StrictMath.expm1(-logarithm / OutgoingSums.ONE);
  }

  /**
   * Access probabilities of whole neighbourhoods with one training node per step: exact, but
   * O(layers · edges · training nodes / 64). Meant for small graphs and for tests.
   */
  public static AccessProbabilities reaching(
      CsrGraph graph, long[] train, int layers, int threads) {
    checkTraining(graph, train);
    long[] reads = new Reach(graph, train, layers).count(threads);
    double[] probability = new double[reads.length];
    for (int v = 0; v < reads.length; v++) {
      probability[v] = (double) reads[v] / train.length;
    }
    return new AccessProbabilities(train.length, probability);
  }

  private static void checkTraining(CsrGraph graph, long[] train) {
    if (train.length == 0) {
      throw new IllegalArgumentException("no training nodes: expected at least one");
    }
    for (long node : train) {
      if (node < 0 || node >= graph.nodeCount()) {
        throw new IllegalArgumentException(
            "training node %d: expected a node from 0 to %d"
                .formatted(node, graph.nodeCount() - 1));
      }
    }
  }

  public int nodeCount() {
    return probability.length;
  }

  /** Steps of an epoch, of all devices together. */
  public double steps() {
    return steps;
  }

  /** The chance that a step reads the node. */
  public double of(int node) {
    return probability[node];
  }

  /** Expected steps of an epoch that read the node. */
  public double reads(int node) {
    return probability[node] * steps;
  }

  /** The nodes in descending order of probability, equal ones by number; in O(nodes). */
  public int[] descending() {
    return Ranking.descending(probability.length, v -> (float) probability[v]);
  }
}
