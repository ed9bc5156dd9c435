package dev.atoll.comm.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Consumer;

/**
 * Listens on a port and handles every incoming connection in a separate thread. The number of
 * callers that have not yet proven that they belong to the run is bounded: beyond the bound the
 * oldest is closed, so that idle connections do not block others.
 */
final class Acceptor implements AutoCloseable {
  /** The longest time that a caller has to prove that it belongs to the run. */
  static final Duration HANDSHAKE = Duration.ofSeconds(5);

  private static final int BACKLOG = 1024;
  private static final int LEAST_UNPROVEN = 64;

  private final ServerSocketChannel server;
  private final int mostUnproven;
  private final SequencedSet<SocketChannel> unproven = new LinkedHashSet<>();
  private int refusals;
  private String lastRefusal;

  /**
   * @param ranks that may call at the same time
   */
  Acceptor(ServerSocketChannel server, int ranks) {
    this.server = server;
    mostUnproven = Math.max(LEAST_UNPROVEN, 2 * ranks);
  }

  static Acceptor on(String host, int port, int ranks) {
    InetSocketAddress wanted = new InetSocketAddress(host, port);
    if (wanted.isUnresolved()) {
      throw new IllegalArgumentException(
          "cannot listen on %s: the host name is not known".formatted(host));
    }
    try {
      ServerSocketChannel server = ServerSocketChannel.open();
      try {
        return new Acceptor(server.bind(wanted, BACKLOG), ranks);
      } catch (IOException | RuntimeException e) {
        server.close();
        throw e;
      }
    } catch (BindException e) {
      throw new UncheckedIOException(
          "cannot listen on %s:%d (%s): choose another port, or 0 for any free one"
              .formatted(host, port, e.getMessage()),
          e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on %s:%d".formatted(host, port), e);
    }
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.socket().getLocalSocketAddress();
  }

  /**
   * Accepts connections until this is closed.
   *
   * @param connected receives every connection, in a separate thread
   * @param failed receives the error after which no connection is accepted
   */
  void start(String name, Consumer<SocketChannel> connected, Consumer<Throwable> failed) {
    Thread.ofVirtual().name(name).start(() -> acceptAll(name, connected, failed));
  }

  private void acceptAll(
      String name, Consumer<SocketChannel> connected, Consumer<Throwable> failed) {
    try {
      while (true) {
        SocketChannel caller = server.accept();
        admit(caller);
        Thread.ofVirtual().name(name + "-caller").start(() -> handle(caller, connected, failed));
      }
    } catch (ClosedChannelException closed) {
      return;
    } catch (IOException | RuntimeException | Error e) {
      failed.accept(e);
    }
  }

  private void handle(
      SocketChannel caller, Consumer<SocketChannel> connected, Consumer<Throwable> failed) {
    try {
      connected.accept(caller);
    } catch (RuntimeException | Error e) {
      closeQuietly(caller);
      failed.accept(e);
    } finally {
      proven(caller);
    }
  }

  private synchronized void admit(SocketChannel caller) {
    if (unproven.size() == mostUnproven) {
      closeQuietly(unproven.removeFirst());
    }
    unproven.add(caller);
    if (!server.isOpen()) {
      closeUnproven();
    }
  }

  /** Stops counting a caller, which belongs to the run or has disconnected. */
  synchronized void proven(SocketChannel caller) {
    unproven.remove(caller);
  }

  /** Drops a caller that did not prove that it belongs to the run. */
  void refuse(SocketChannel caller, Exception why) {
    SocketAddress from = caller.socket().getRemoteSocketAddress();
    closeQuietly(caller);
    synchronized (this) {
      refusals++;
      lastRefusal = "%s: %s".formatted(from, why instanceof EOFException ? "it left" : why);
    }
  }

  /** The callers that were dropped, in words for the end of a message; empty without any. */
  synchronized String refused() {
    return refusals == 0
        ? ""
        : "; %d connections without the run's secret were refused, the last from %s"
            .formatted(refusals, lastRefusal);
  }

  private synchronized void closeUnproven() {
    unproven.forEach(Acceptor::closeQuietly);
    unproven.clear();
  }

  static void closeQuietly(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException _) {
      // the connection is not needed, closed or not
    }
  }

  /** Stops listening and drops callers that have not proven yet that they belong to the run. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      closeUnproven();
    }
  }
}
