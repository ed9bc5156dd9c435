package dev.atoll.comm.emulate;

/**
 * The speed of a network: every rank has one interface, shared by its messages to all peers.
 *
 * @param gbps gigabits per second
 * @param latencyMicros from the last bit sent to its arrival
 */
public record NetworkSpeed(double gbps, double latencyMicros) {
  public NetworkSpeed {
    if (!(gbps > 0)) {
      throw new IllegalArgumentException("network.gbps must be above 0, not " + gbps);
    }
    if (!(latencyMicros >= 0)) {
      throw new IllegalArgumentException(
          "network.latencyMicros must not be below 0: " + latencyMicros);
    }
  }

  /** The time to send that many bytes. */
  long sendingNanos(long bytes) {
    return Math.round(bytes * 8 / gbps);
  }

  long latencyNanos() {
    return Math.round(latencyMicros * 1000);
  }
}
