package dev.atoll.graph.sample.layerwise;

/** The way in which the nodes of a layer are drawn from its candidates. */
public enum LayerDraws {
  /**
   * Poisson sampling, an independent draw per candidate: probabilities are exact, and the layer has
   * its size on average.
   */
  POISSON,
  /** The layer's size in draws without repetition, as LADIES is published. */
  FIXED
}
