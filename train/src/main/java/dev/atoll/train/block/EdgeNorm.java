package dev.atoll.train.block;

import java.util.function.IntToLongFunction;

/**
 * The normalisation of a block's edges, with or without self-loops. An edge from u to v weighs
 * {@code targetScale(degree(v)) · sourceScale(degree(u))}; a sampled edge is multiplied by the
 * {@link #correction} for the edges that were not sampled.
 */
public enum EdgeNorm {
  /** The mean over neighbours, 1/degree of the target: GraphSAGE. */
  MEAN(false),
  /** (D+I)^−1(A+I), the mean over neighbours and the node itself: ClusterGCN. */
  MEAN_WITH_SELF(true),
  /** D^−½(A+I)D^−½, with degrees of the whole graph: GCN. */
  SYMMETRIC(true),
  /** Neighbours without weights: max pooling. */
  NONE(false),
  /** Neighbours and the node itself, to be weighted by attention: GAT. */
  ATTENTION(true);

  private final boolean selfLoops;

  EdgeNorm(boolean selfLoops) {
    this.selfLoops = selfLoops;
  }

  /**
   * Whether neighbours are summed with weights that do not change, so that a sum can be made in
   * parts.
   */
  public boolean isSum() {
    return this == MEAN || this == MEAN_WITH_SELF || this == SYMMETRIC;
  }

  /** Whether every node is its own neighbour, once. */
  public boolean selfLoops() {
    return selfLoops;
  }

  /** Whether weights need the degrees of nodes in the whole graph, themselves counted. */
  public boolean readsDegrees() {
    return this == MEAN_WITH_SELF || this == SYMMETRIC;
  }

  /** Whether the weight of an edge depends on its source. */
  public boolean scalesSources() {
    return this == SYMMETRIC;
  }

  /** The factor of all edges to a target. */
  public float targetScale(long degree) {
    return switch (this) {
      case MEAN, MEAN_WITH_SELF -> degree == 0 ? 0 : 1f / degree;
      case SYMMETRIC -> degree == 0 ? 0 : (float) (1 / Math.sqrt((double) degree));
      case NONE, ATTENTION -> 1;
    };
  }

  /** The factor of all edges from a source. */
  public float sourceScale(long degree) {
    return scalesSources() ? targetScale(degree) : 1;
  }

  /** The factors of the edges to every target. */
  public float[] targetScales(int targets, IntToLongFunction degree) {
    float[] scales = new float[targets];
    for (int v = 0; v < targets; v++) {
      scales[v] = targetScale(degree.applyAsLong(v));
    }
    return scales;
  }

  /** The factors of the edges from every source. */
  public float[] sourceScales(int sources, IntToLongFunction degree) {
    float[] scales = new float[sources];
    for (int u = 0; u < sources; u++) {
      scales[u] = sourceScale(degree.applyAsLong(u));
    }
    return scales;
  }

  /** The weight of one edge: the product of both scales, rounded once. */
  public float weight(long targetDegree, long sourceDegree) {
    return this == SYMMETRIC
        ? (float) (1 / Math.sqrt((double) targetDegree * sourceDegree))
        : targetScale(targetDegree);
  }

  /** The number of neighbours that a sampled one represents, where all were equally likely. */
  public static float correction(float degree, int sampled) {
    return sampled == 0 ? 0 : degree / sampled;
  }
}
