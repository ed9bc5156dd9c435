package dev.atoll.train.halo.bns;

import dev.atoll.graph.RandomKey;

/** The draws of one reader from one set of boundary nodes, for measurements. */
public final class BoundaryDraws {
  private final int[] boundary;
  private final BoundaryDraw.NodeChoice choice;
  private final float[] weights;

  private BoundaryDraws(int[] boundary, BoundaryDraw.NodeChoice choice) {
    this.boundary = boundary;
    this.choice = choice;
    this.weights = new float[boundary.length];
  }

  /**
   * Draws as {@link NodeSampling} does, or as {@link ImportanceSampling}.
   *
   * @param boundary the nodes
   * @param norms of their columns
   */
  public static BoundaryDraws of(int[] boundary, float[] norms, double rate, boolean byImportance) {
    return new BoundaryDraws(
        boundary,
        byImportance ? ImportanceChoice.alone(norms, rate) : new NodeSampling(rate)::draw);
  }

  /**
   * Draws once.
   *
   * @param weightOf takes the weight of every boundary node; 0 for those not drawn
   * @return how many were drawn
   */
  public int draw(RandomKey key, float[] weightOf) {
    int drawn = choice.draw(0, 0, nodes(), key, weights).length;
    for (int i = 0; i < boundary.length; i++) {
      weightOf[boundary[i]] = weights[i];
    }
    return drawn;
  }

  private BoundaryDraw.Nodes nodes() {
    return new BoundaryDraw.Nodes() {
      @Override
      public int count() {
        return boundary.length;
      }

      @Override
      public long id(int place) {
        return boundary[place];
      }
    };
  }
}
