package dev.atoll.train.sampling.dgs.explain;

import java.util.List;

/** What one explanation has found. */
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

  /** What the next explanation begins with. */
  Masks masks() {
    return masks;
  }

  /** How much a remote node matters, by its place in the halo (SN). */
  public float node(int place) {
    return nodes[place];
  }

  /** How much every column matters (SF). */
  public float[] columns() {
    return columns.clone();
  }

  float[] nodes() {
    return nodes.clone();
  }

  /** How far the prediction was off, by epoch of training the masks, in nats. */
  public List<Double> losses() {
    return losses;
  }
}
