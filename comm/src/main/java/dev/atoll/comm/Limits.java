package dev.atoll.comm;

import java.time.Duration;

/**
 * Deadlines of waits, and bounds on the bytes buffered per peer.
 *
 * @param deadline the longest wait for a peer
 * @param bytesPerPeer bound on the bytes that have arrived from a peer and are not received yet,
 *     and on the bytes in flight to a peer; at least {@link #LEAST_BYTES}
 */
public record Limits(Duration deadline, long bytesPerPeer) {
  public static final long LEAST_BYTES = 1 << 16;
  public static final Limits DEFAULT = new Limits(Duration.ofSeconds(60), 64L << 20);

  public Limits {
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException(
          "deadline %s: expected more than zero".formatted(deadline));
    }
    if (bytesPerPeer < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "bytes per peer: expected at least %d, not %d".formatted(LEAST_BYTES, bytesPerPeer));
    }
  }

  public Limits withDeadline(Duration other) {
    return new Limits(other, bytesPerPeer);
  }
}
