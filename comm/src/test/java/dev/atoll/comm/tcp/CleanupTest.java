package dev.atoll.comm.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures while ranks connect release threads, and end the waits of others. */
@Timeout(180)
class CleanupTest {
  private static final int RANK = 17;

  @Test
  void transportThatCannotBeOpenedLeavesNoThreads() throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      PeerSocket[] sockets = new PeerSocket[RANK + 1];
      for (int peer = 0; peer < RANK; peer++) {
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        sockets[peer] = new PeerSocket(channel, true, "");
      }
      sockets[RANK - 1].channel().close();
      assertThrows(
          ClosedChannelException.class,
          () -> new TcpTransport(RANK, TcpSettings.LOCAL, sockets).close());
      Await.until("the end of its threads", () -> networkThreads().isEmpty());
      for (int peer = 0; peer < RANK; peer++) {
        sockets[peer].channel().close();
      }
    }
  }

  private static List<String> networkThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("network-of-rank-" + RANK + "-"))
        .toList();
  }

  @Test
  void acceptorReportsTheErrorThatEndsIt() throws Exception {
    IOException tooMany = new IOException("too many open files");
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    try (Acceptor acceptor = new Acceptor(new FailingServer(tooMany), 1)) {
      acceptor.start("test", _ -> {}, failed::complete);
      assertEquals(tooMany, failed.get());
    }
  }

  @Test
  void closedAcceptorReportsNothing() throws Exception {
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    CompletableFuture<SocketChannel> connected = new CompletableFuture<>();
    try (Acceptor acceptor = Acceptor.on("127.0.0.1", 0, 1)) {
      acceptor.start("test", connected::complete, failed::complete);
      SocketChannel.open(acceptor.address()).close();
      connected.get().close();
    }
    assertFalse(failed.isDone());
  }

  /** A server whose next connection cannot be accepted. */
  private static final class FailingServer extends ServerSocketChannel {
    private final IOException failure;

    FailingServer(IOException failure) {
      super(SelectorProvider.provider());
      this.failure = failure;
    }

    @Override
    public SocketChannel accept() throws IOException {
      throw failure;
    }

    @Override
    public ServerSocketChannel bind(SocketAddress local, int backlog) {
      return this;
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) {
      return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
      return Set.of();
    }

    @Override
    public ServerSocket socket() {
      throw new UnsupportedOperationException();
    }

    @Override
    public SocketAddress getLocalAddress() {
      return null;
    }

    @Override
    protected void implCloseSelectableChannel() {}

    @Override
    protected void implConfigureBlocking(boolean block) {}
  }
}
