package dev.atoll.train.sampling.dgs.explain;

import java.util.List;

/** The result of one explanation. */
public final class Explanation {
  private final Masks masks;
  private final float[] nodes;
  private final float[] columns;
  private final List<Double> losses;

  /**
   * @param losses of the prediction, by epoch
   */
  Explanation(Masks masks, List<Double> losses) {
    this.masks = masks;
    this.nodes = masks.nodes().values();
    this.columns = masks.columns().values();
    this.losses = List.copyOf(losses);
  }

  /** The initial masks of the next explanation. */
  Masks masks() {
    return masks;
  }

  /** The importance of a remote node, by its index in the halo (SN). */
  public float node(int place) {
    return nodes[place];
  }

  /** The importance of every column (SF). */
  public float[] columns() {
    return columns.clone();
  }

  float[] nodes() {
    return nodes.clone();
  }

  /** The loss of the prediction, by epoch of training the masks, in nats. */
  public List<Double> losses() {
    return losses;
  }
}
