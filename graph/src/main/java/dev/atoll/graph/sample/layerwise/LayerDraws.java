package dev.atoll.graph.sample.layerwise;

/** The way in which the nodes of a layer are drawn from its candidates. */
public enum LayerDraws {
  /** A coin per candidate: probabilities are exact, and the layer has its size on average. */
  COINS,
  /** The layer's size in draws without repetition, as LADIES is published. */
  FIXED
}
