package dev.atoll.comm.tcp;

import dev.atoll.comm.Limits;
import java.time.Duration;
import java.util.Optional;

/**
 * The network settings of a rank.
 *
 * @param limits deadlines and bounds
 * @param host the local address to listen on; 0.0.0.0 for all
 * @param port the port to listen on; 0 for any free one
 * @param tls this rank's certificate; empty for no encryption
 * @param ioThreads most threads that read and write: two per peer, one for each direction, are
 *     enough
 * @param heartbeat the silence after which a rank counts as hung; zero to wait for the deadline
 */
public record TcpSettings(
    Limits limits, String host, int port, Optional<Tls> tls, int ioThreads, Duration heartbeat) {
  /** Settings for the loopback address, on any port, without encryption. */
  public static final TcpSettings LOCAL =
      new TcpSettings(
          Limits.DEFAULT,
          "127.0.0.1",
          0,
          Optional.empty(),
          Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 2, 8),
          Duration.ofSeconds(10));

  public TcpSettings {
    if (heartbeat.isNegative()) {
      throw new IllegalArgumentException(
          "heartbeat %s: expected zero or more".formatted(heartbeat));
    }
  }

  public TcpSettings withLimits(Limits other) {
    return new TcpSettings(other, host, port, tls, ioThreads, heartbeat);
  }

  public TcpSettings withTls(Tls other) {
    return new TcpSettings(limits, host, port, Optional.of(other), ioThreads, heartbeat);
  }

  public TcpSettings withHeartbeat(Duration other) {
    return new TcpSettings(limits, host, port, tls, ioThreads, other);
  }

  public TcpSettings withAddress(String otherHost, int otherPort) {
    return new TcpSettings(limits, otherHost, otherPort, tls, ioThreads, heartbeat);
  }
}
