package dev.atoll.comm.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** A port that is listened on; every caller gets a thread of its own. */
final class Listening implements AutoCloseable {
  private static final int BACKLOG = 1024;

  private final ServerSocketChannel server;

  private Listening(ServerSocketChannel server) {
    this.server = server;
  }

  static Listening on(String host, int port) {
    InetSocketAddress wanted = new InetSocketAddress(host, port);
    if (wanted.isUnresolved()) {
      throw new IllegalArgumentException("the address to listen on, " + host + ", is not known");
    }
    try {
      ServerSocketChannel server = ServerSocketChannel.open();
      try {
        return new Listening(server.bind(wanted, BACKLOG));
      } catch (IOException e) {
        server.close();
        throw e;
      }
    } catch (BindException e) {
      throw new UncheckedIOException(
          "cannot listen on "
              + host
              + ":"
              + port
              + " ("
              + e.getMessage()
              + "): choose another port, or 0 for any free one",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on " + host + ":" + port, e);
    }
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.socket().getLocalSocketAddress();
  }

  /** Hands over callers until this is closed. */
  void accept(String name, Consumer<SocketChannel> callers) {
    Thread.ofVirtual().name(name).start(() -> acceptAll(name, callers));
  }

  private void acceptAll(String name, Consumer<SocketChannel> callers) {
    try {
      while (true) {
        SocketChannel caller = server.accept();
        Thread.ofVirtual().name(name + "-caller").start(() -> callers.accept(caller));
      }
    } catch (ClosedChannelException closed) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException("listening on " + address() + " failed", e);
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
