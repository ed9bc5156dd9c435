package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.train.sampling.importance.Importance;
import java.util.List;

/** The result of one explanation. */
public final class Explanation implements Importance {
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

  /** The mask of a remote node (SN). */
  @Override
  public float node(int place) {
    return nodes[place];
  }

  /** The mask of every column (SF). */
  @Override
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
