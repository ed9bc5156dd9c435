package dev.atoll.train.sampling.salience;

import dev.atoll.train.sampling.importance.Importance;

/** Salience at the end of a period; on average 1 for nodes and for columns. */
final class SalientRanking implements Importance {
  /** No node is drawn less often than by this weight: its salience may be that of a bad moment. */
  private static final float LEAST = 0.05f;

  private final float[] nodes;
  private final float[] columns;

  SalientRanking(float[] nodes, float[] columns) {
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
