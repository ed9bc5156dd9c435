package dev.atoll.train.placement;

/** Rows read, by tier. */
public record TierReads(long own, long peer, long host) {
  public static final TierReads NONE = new TierReads(0, 0, 0);

  public TierReads plus(TierReads other) {
    return new TierReads(own + other.own, peer + other.peer, host + other.host);
  }

  public long all() {
    return own + peer + host;
  }

  public double cost(TierCosts costs) {
    return own * costs.own() + peer * costs.peer() + host * costs.host();
  }
}
