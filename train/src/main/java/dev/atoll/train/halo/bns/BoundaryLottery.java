package dev.atoll.train.halo.bns;

import dev.atoll.graph.RandomKey;

/** The draws of one reader from one set of boundary nodes, for measurements. */
public final class BoundaryLottery {
  private final int[] boundary;
  private final BoundaryDraw.NodeLottery lottery;
  private final float[] weights;

  private BoundaryLottery(int[] boundary, BoundaryDraw.NodeLottery lottery) {
    this.boundary = boundary;
    this.lottery = lottery;
    this.weights = new float[boundary.length];
  }

  /**
   * Draws as {@link NodeSampling} does, or as {@link ImportanceSampling}.
   *
   * @param boundary the nodes
   * @param norms of their columns
   */
  public static BoundaryLottery of(
      int[] boundary, float[] norms, double rate, boolean byImportance) {
    return new BoundaryLottery(
        boundary,
        byImportance ? ImportanceLottery.alone(norms, rate) : new NodeSampling(rate)::draw);
  }

  /**
   * Draws once.
   *
   * @param weightOf takes the weight of every boundary node; 0 for those not drawn
   * @return how many were drawn
   */
  public int draw(RandomKey key, float[] weightOf) {
    int drawn = lottery.draw(0, 0, nodes(), key, weights).length;
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
