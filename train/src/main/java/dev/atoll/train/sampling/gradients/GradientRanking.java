package dev.atoll.train.sampling.gradients;

import dev.atoll.train.sampling.importance.Importance;

/** Importance from gradients at the end of a period; on average 1 for nodes and for columns. */
final class GradientRanking implements Importance {
  /** No node is drawn less often than by this weight: its mean may be that of a bad moment. */
  private static final float LEAST = 0.05f;

  private final float[] nodes;
  private final float[] columns;

  GradientRanking(float[] nodes, float[] columns) {
    this.nodes = nodes;
    this.columns = columns;
  }

  @Override
  public float node(int place) {
    return Math.max(LEAST, nodes[place]);
  }

  @Override
  public float[] columns() {
    return columns.clone();
  }

  float[] nodes() {
    return nodes.clone();
  }
}
