package dev.atoll.graph.place;

/** What it costs to read a row, by tier; in any unit, such as seconds. */
public record TierCosts(double own, double peer, double host) {
  public TierCosts {
    if (!(own >= 0 && peer >= own && host >= peer && host > own)) {
      throw new IllegalArgumentException(
          "costs of own %s, peer %s, host %s: expected 0 <= own <= peer <= host and own < host"
              .formatted(own, peer, host));
    }
  }

  /** The α of {@link CachedPlacer}. */
  public double alpha() {
    return (peer - own) / (host - own);
  }
}
