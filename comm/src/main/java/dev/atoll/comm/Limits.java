package dev.atoll.comm;

import java.time.Duration;

/**
 * How long a rank waits, and how much it keeps for a peer.
 *
 * @param deadline after which a wait is given up
 * @param bytesPerPeer bound on what has come from a peer and is not taken, and on what is on its
 *     way to a peer; at least {@link #LEAST_BYTES}
 */
public record Limits(Duration deadline, long bytesPerPeer) {
  public static final long LEAST_BYTES = 1 << 16;
  public static final Limits DEFAULT = new Limits(Duration.ofSeconds(60), 64L << 20);

  public Limits {
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException("a deadline must be above zero: " + deadline);
    }
    if (bytesPerPeer < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "bytes per peer: at least " + LEAST_BYTES + ", not " + bytesPerPeer);
    }
  }

  public Limits withDeadline(Duration other) {
    return new Limits(other, bytesPerPeer);
  }

  public Limits withBytesPerPeer(long other) {
    return new Limits(deadline, other);
  }
}
