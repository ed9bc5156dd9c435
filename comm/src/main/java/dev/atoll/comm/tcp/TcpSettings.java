package dev.atoll.comm.tcp;

import dev.atoll.comm.Limits;
import java.util.Optional;

/**
 * The network settings of a rank.
 *
 * @param limits deadlines and bounds
 * @param host the local address to listen on; 0.0.0.0 for all
 * @param port the port to listen on; 0 for any free one
 * @param tls this rank's certificate; empty for no encryption
 * @param ioThreads threads that read and write
 */
public record TcpSettings(Limits limits, String host, int port, Optional<Tls> tls, int ioThreads) {
  /** On the loopback address, any port, without encryption. */
  public static final TcpSettings LOCAL =
      new TcpSettings(Limits.DEFAULT, "127.0.0.1", 0, Optional.empty(), 2);

  public TcpSettings withLimits(Limits other) {
    return new TcpSettings(other, host, port, tls, ioThreads);
  }

  public TcpSettings withTls(Tls other) {
    return new TcpSettings(limits, host, port, Optional.of(other), ioThreads);
  }

  public TcpSettings withAddress(String otherHost, int otherPort) {
    return new TcpSettings(limits, otherHost, otherPort, tls, ioThreads);
  }
}
