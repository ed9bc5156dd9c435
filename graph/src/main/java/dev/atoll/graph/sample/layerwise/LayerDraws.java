package dev.atoll.graph.sample.layerwise;

/** How the nodes of a layer are drawn among its candidates. */
public enum LayerDraws {
  /** A coin per candidate: probabilities are exact, and the layer has its size on average. */
  COINS,
  /** As many draws as the layer's size, without repetition, as LADIES is published. */
  FIXED
}
