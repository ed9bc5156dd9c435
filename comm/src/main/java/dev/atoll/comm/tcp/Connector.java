package dev.atoll.comm.tcp;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.tcp.Handshake.PeerIdentity;
import dev.atoll.comm.tcp.Handshake.Role;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** Opens connections, and tries again while the peer does not listen yet. */
final class Connector {
  private static final long RETRY_MILLIS = 50;
  private static final int MOST_CALLS = 20;

  private Connector() {}

  /** A connection after its handshake. */
  record Answered(SocketChannel channel, PeerIdentity peer) {}

  /**
   * Connects and opens a handshake. A host with many unknown callers may drop this one before its
   * turn: then it is called again.
   *
   * @throws IOException when the connection was lost, in the words of the last attempt
   */
  static Answered call(
      int self, InetSocketAddress address, Handshake handshake, Role role, Duration deadline)
      throws IOException {
    SocketChannel channel = connect(self, address, deadline);
    for (int calls = 1; ; calls++) {
      try {
        return new Answered(channel, handshake.call(channel.socket(), role, deadline));
      } catch (IOException e) {
        Acceptor.closeQuietly(channel);
        if (calls == MOST_CALLS || e instanceof SocketTimeoutException) {
          throw e;
        }
        pause(self, address);
        channel = once(address, System.nanoTime() + deadline.toNanos());
      } catch (RuntimeException e) {
        Acceptor.closeQuietly(channel);
        throw e;
      }
    }
  }

  private static SocketChannel connect(int self, InetSocketAddress address, Duration deadline) {
    long until = System.nanoTime() + deadline.toNanos();
    while (true) {
      try {
        return once(address, until);
      } catch (ConnectException | SocketTimeoutException e) {
        pauseOrGiveUp(self, address, until, deadline, e);
      } catch (IOException e) {
        throw new PeerException(self, "rank %d cannot reach %s: %s".formatted(self, address, e), e);
      }
    }
  }

  private static SocketChannel once(InetSocketAddress address, long until) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      long millis = Math.max(1, (until - System.nanoTime()) / 1_000_000);
      channel.socket().connect(address, (int) Math.min(millis, Integer.MAX_VALUE));
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void pauseOrGiveUp(
      int self, InetSocketAddress address, long until, Duration deadline, IOException why) {
    if (System.nanoTime() >= until) {
      throw new PeerException(
          self,
          """
          rank %d could not connect to %s within %d ms (%s): \
          is the rank there alive, and is the port open?\
          """
              .formatted(self, address, deadline.toMillis(), why.getMessage()),
          why);
    }
    pause(self, address);
  }

  private static void pause(int self, InetSocketAddress address) {
    try {
      Thread.sleep(RETRY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(self, "connecting to " + address, e);
    }
  }
}
