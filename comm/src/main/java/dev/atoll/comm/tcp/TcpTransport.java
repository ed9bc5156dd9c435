package dev.atoll.comm.tcp;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Tag;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import dev.atoll.comm.mail.Counters;
import dev.atoll.comm.mail.Inbox;
import dev.atoll.comm.mail.MemoryPool;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ranks joined by one TCP connection per pair; made by {@link Endpoint#connect}. */
final class TcpTransport implements Transport {
  private static final long KEPT_BYTES = 256L << 20;
  private static final long LAST_WORDS_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final int rank;
  private final Limits limits;
  private final Inbox inbox;
  private final MemoryPool pool = new MemoryPool(KEPT_BYTES);
  private final Counters counters;
  private final Connection[] connections;
  private final MultiThreadIoEventLoopGroup threads;
  private final AtomicBoolean closing = new AtomicBoolean();

  TcpTransport(int rank, TcpSettings settings, Link[] links) throws IOException {
    this.rank = rank;
    this.limits = settings.limits();
    inbox = new Inbox(rank, links.length, limits, this::awaitedBy);
    counters = new Counters(links.length);
    connections = new Connection[links.length];
    threads =
        new MultiThreadIoEventLoopGroup(
            settings.ioThreads(),
            Thread.ofPlatform().name("network-of-rank-" + rank + "-", 0).daemon().factory(),
            NioIoHandler.newFactory());
    for (int peer = 0; peer < links.length; peer++) {
      if (peer != rank) {
        connections[peer] = new Connection(rank, peer, inbox, limits, this::failTogether);
      }
    }
    for (int peer = 0; peer < links.length; peer++) {
      if (peer != rank) {
        open(connections[peer], links[peer], settings);
      }
    }
  }

  private void open(Connection connection, Link link, TcpSettings settings) throws IOException {
    link.channel().configureBlocking(false);
    NioSocketChannel channel = new NioSocketChannel(link.channel());
    channel.config().setOption(ChannelOption.TCP_NODELAY, true);
    channel.config().setAutoRead(false);
    connection.open(channel);
    FrameReader reader = new FrameReader(pool, connection);
    if (settings.tls().isEmpty()) {
      channel.config().setRecvByteBufAllocator(new PayloadFirst(reader::missing));
    }
    channel
        .pipeline()
        .addLast(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel opened) {
                settings
                    .tls()
                    .ifPresent(tls -> opened.pipeline().addLast(tls.handler(opened, link)));
                opened.pipeline().addLast(new FrameWriter(), reader);
              }
            });
    threads.register(channel).syncUninterruptibly();
    channel.config().setAutoRead(true);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return connections.length;
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public void send(int peer, Tag tag, long label, MemorySegment payload) {
    Transport.checkSize(payload);
    inbox.checkPeer(peer);
    counters.sent(tag.purpose(), peer, payload.byteSize());
    connections[peer].send(tag, label, payload);
  }

  @Override
  public void checkReachable(int peer, Tag tag) {
    inbox.checkReachable(peer, tag);
  }

  @Override
  public Message receive(int peer, Tag tag) {
    return inbox.take(peer, tag);
  }

  @Override
  public void listen(int stream, Listener listener) {
    inbox.listen(stream, listener);
  }

  @Override
  public Expectation expect(int peer) {
    return inbox.expect(peer);
  }

  @Override
  public Message lend(long bytes) {
    return pool.lend(0, bytes);
  }

  @Override
  public Traffic traffic() {
    return counters.traffic();
  }

  @Override
  public void countRound(Purpose purpose) {
    counters.round(purpose);
  }

  @Override
  public void fail(Throwable cause) {
    failTogether(PeerException.origin(rank, cause));
  }

  private int awaitedBy(int peer) {
    return connections[peer].awaitedByPeer();
  }

  /** The first failure, of whatever rank, is passed on to all. */
  private void failTogether(PeerException why) {
    if (inbox.fail(why)) {
      for (Connection connection : connections) {
        if (connection != null) {
          connection.sayFailure(why);
        }
      }
    }
  }

  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    boolean inOrder = inbox.fail(PeerException.closed(rank));
    long until = System.nanoTime() + (inOrder ? limits.deadline().toNanos() : LAST_WORDS_NANOS);
    for (Connection connection : connections) {
      if (connection != null && inOrder) {
        connection.sayGoodbye();
      }
    }
    for (Connection connection : connections) {
      if (connection != null) {
        connection.close(Math.max(0, until - System.nanoTime()));
      }
    }
    stopThreads();
  }

  /** Ends as if the process had died: for tests of what the others do then. */
  void die() {
    inbox.fail(PeerException.closed(rank));
    closing.set(true);
    for (Connection connection : connections) {
      if (connection != null) {
        connection.cut();
      }
    }
    stopThreads();
  }

  private void stopThreads() {
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
