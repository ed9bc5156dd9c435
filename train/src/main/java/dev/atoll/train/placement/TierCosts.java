package dev.atoll.train.placement;

/** The cost of reading a row, by tier; in any unit, for example seconds. */
public record TierCosts(double own, double peer, double host) {
  public TierCosts {
    if (!(own >= 0 && peer >= own && host >= peer && host > own)) {
      throw new IllegalArgumentException(
          "costs of own %s, peer %s, host %s: expected 0 <= own <= peer <= host and own < host"
              .formatted(own, peer, host));
    }
  }

  public double of(Tier tier) {
    return switch (tier) {
      case OWN -> own;
      case PEER -> peer;
      case HOST -> host;
    };
  }

  /**
   * The α of {@link CachedPlacer} as published: a device gives up a copy when it gains by that
   * itself.
   */
  public double alpha() {
    return alpha(1);
  }

  /**
   * The α at which a group of devices gains together, which is lower: one device reads the old node
   * from a peer from now on, but all read the new one nearer than from the host.
   *
   * <pre>  (peer − own) / ((host − own) + (devices − 1) · (host − peer))</pre>
   */
  public double alpha(int devices) {
    return (peer - own) / ((host - own) + (devices - 1) * (host - peer));
  }
}
