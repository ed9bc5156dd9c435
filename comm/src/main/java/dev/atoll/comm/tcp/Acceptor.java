package dev.atoll.comm.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** Listens on a port and handles every incoming connection in a thread of its own. */
final class Acceptor implements AutoCloseable {
  private static final int BACKLOG = 1024;

  private final ServerSocketChannel server;

  Acceptor(ServerSocketChannel server) {
    this.server = server;
  }

  static Acceptor on(String host, int port) {
    InetSocketAddress wanted = new InetSocketAddress(host, port);
    if (wanted.isUnresolved()) {
      throw new IllegalArgumentException(
          "cannot listen on %s: the host name is not known".formatted(host));
    }
    try {
      ServerSocketChannel server = ServerSocketChannel.open();
      try {
        return new Acceptor(server.bind(wanted, BACKLOG));
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
   * @param connected takes every connection, in a thread of its own
   * @param failed takes the error after which no connection is accepted any more
   */
  void start(String name, Consumer<SocketChannel> connected, Consumer<IOException> failed) {
    Thread.ofVirtual().name(name).start(() -> acceptAll(name, connected, failed));
  }

  private void acceptAll(
      String name, Consumer<SocketChannel> connected, Consumer<IOException> failed) {
    try {
      while (true) {
        SocketChannel caller = server.accept();
        Thread.ofVirtual().name(name + "-caller").start(() -> connected.accept(caller));
      }
    } catch (ClosedChannelException closed) {
      return;
    } catch (IOException e) {
      failed.accept(e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
