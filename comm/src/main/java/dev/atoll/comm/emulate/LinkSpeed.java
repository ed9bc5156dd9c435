package dev.atoll.comm.emulate;

/**
 * A network: every rank has one interface of that speed, shared by what it sends to all peers.
 *
 * @param gbps gigabits per second
 * @param latencyMicros from the last bit sent to its arrival
 */
public record LinkSpeed(double gbps, double latencyMicros) {
  public LinkSpeed {
    if (!(gbps > 0)) {
      throw new IllegalArgumentException("network.gbps must be above 0, not " + gbps);
    }
    if (!(latencyMicros >= 0)) {
      throw new IllegalArgumentException(
          "network.latencyMicros must not be below 0: " + latencyMicros);
    }
  }

  /** How long an interface is busy with that many bytes. */
  long sendingNanos(long bytes) {
    return Math.round(bytes * 8 / gbps);
  }

  long latencyNanos() {
    return Math.round(latencyMicros * 1000);
  }
}
