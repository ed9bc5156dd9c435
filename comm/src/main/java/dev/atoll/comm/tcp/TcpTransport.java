package dev.atoll.comm.tcp;

import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Transport;
import dev.atoll.comm.mail.Inbox;
import dev.atoll.comm.mail.InboxTransport;
import dev.atoll.comm.mail.MemoryPool;
import dev.atoll.comm.mail.WaitChain;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Ranks joined by one TCP connection per pair; made by {@link Endpoint#connect}. */
final class TcpTransport extends InboxTransport {
  private static final long KEPT_BYTES = 256L << 20;
  private static final long LAST_WORDS_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Connections by peer; null at the index of this rank. */
  private final Connection[] connections;

  private final MultiThreadIoEventLoopGroup threads;
  private final int threadsEachWay;
  private final Heartbeat heartbeat;
  private final AtomicBoolean closing = new AtomicBoolean();

  /**
   * Takes over the sockets of all peers, by rank. On failure the sockets stay with the caller,
   * which closes them.
   */
  TcpTransport(int rank, TcpSettings settings, PeerSocket[] sockets) throws IOException {
    Connection[] byPeer = new Connection[sockets.length];
    Inbox arriving =
        new Inbox(rank, byPeer.length, settings.limits(), peer -> awaitedBy(peer, byPeer));
    super(rank, byPeer.length, settings.limits(), arriving, new MemoryPool(KEPT_BYTES));
    connections = byPeer;
    int ioThreads = Math.clamp(2L * (byPeer.length - 1), 2, Math.max(2, settings.ioThreads()));
    threadsEachWay = settings.tls().isPresent() ? 0 : ioThreads / 2;
    threads =
        new MultiThreadIoEventLoopGroup(
            ioThreads,
            Thread.ofPlatform().name("network-of-rank-" + rank + "-", 0).daemon().factory(),
            NioIoHandler.newFactory());
    try {
      for (int peer = 0; peer < byPeer.length; peer++) {
        if (peer != rank) {
          byPeer[peer] =
              new Connection(rank, peer, inbox, limits(), settings.heartbeat(), this::failTogether);
        }
      }
      for (int peer = 0; peer < byPeer.length; peer++) {
        if (peer != rank) {
          open(byPeer[peer], sockets[peer], settings);
        }
      }
      peers().forEach(Connection::startReading); // a failure can then be sent to all
      heartbeat = Heartbeat.start(rank, settings.heartbeat(), peers());
    } catch (IOException | RuntimeException | Error e) {
      stopThreads();
      throw e;
    }
  }

  /** The rank that a peer waits for; empty where its answer names no rank. */
  private static int awaitedBy(int peer, Connection[] byPeer) {
    int answer = byPeer[peer].awaitedByPeer();
    return answer < byPeer.length ? answer : WaitChain.SILENT;
  }

  private void open(Connection connection, PeerSocket socket, TcpSettings settings)
      throws IOException {
    socket.channel().configureBlocking(false);
    NioSocketChannel reading = channel(socket);
    FrameReader reader = new FrameReader(pool, connection);
    if (settings.tls().isPresent()) {
      connection.open(reading, reading);
      register(
          reading,
          opened ->
              opened
                  .pipeline()
                  .addLast(
                      settings.tls().orElseThrow().handler(opened, socket),
                      new FrameWriter(),
                      reader));
    } else {
      NioSocketChannel writing = channel(socket);
      connection.open(reading, writing);
      reading
          .config()
          .setRecvByteBufAllocator(new PayloadAllocator(reader::missing, reader::bytesAtOnce));
      register(writing, opened -> opened.pipeline().addLast(new FrameWriter()));
      register(reading, opened -> opened.pipeline().addLast(reader));
    }
  }

  private static NioSocketChannel channel(PeerSocket socket) {
    NioSocketChannel channel = new NioSocketChannel(socket.channel());
    channel.config().setOption(ChannelOption.TCP_NODELAY, true);
    channel.config().setAutoRead(false);
    return channel;
  }

  private void register(NioSocketChannel channel, Consumer<SocketChannel> handlers) {
    channel
        .pipeline()
        .addLast(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel opened) {
                handlers.accept(opened);
              }
            });
    threads.register(channel).syncUninterruptibly();
  }

  @Override
  public void send(int peer, MessageTag tag, long label, MemorySegment payload) {
    count(peer, tag, payload.byteSize());
    connections[peer].send(tag, label, payload);
  }

  @Override
  public Sending startSend(int peer, MessageTag tag, long label, MemorySegment payload) {
    count(peer, tag, payload.byteSize());
    return connections[peer].startSend(tag, label, payload);
  }

  @Override
  public Sending sendAndRelease(int peer, MessageTag tag, long label, Message message) {
    try {
      count(peer, tag, message.payload().byteSize());
    } catch (RuntimeException e) {
      message.close();
      throw e;
    }
    return connections[peer].sendAndRelease(tag, label, message);
  }

  @Override
  public Sending sendFilled(
      int peer, MessageTag tag, long label, long bytes, Consumer<MemorySegment> fill) {
    count(peer, tag, bytes);
    return connections[peer].sendFilled(tag, label, bytes, () -> filled(bytes, fill));
  }

  @Override
  public int threadsEachWay() {
    return threadsEachWay;
  }

  private void count(int peer, MessageTag tag, long bytes) {
    Transport.checkSize(bytes);
    inbox.checkPeer(peer);
    counters.sent(tag.purpose(), peer, bytes);
  }

  @Override
  public void fail(Throwable cause) {
    failTogether(PeerException.origin(rank(), cause));
  }

  /** Passes the first failure, of whichever rank, on to all peers. */
  private void failTogether(PeerException why) {
    if (inbox.fail(why)) {
      peers().forEach(connection -> connection.sendFailure(why));
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws PeerException if a peer sent no more heartbeats while this rank waited for its last
   *     frame
   */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    boolean inOrder = inbox.fail(PeerException.closed(rank()));
    long until = System.nanoTime() + (inOrder ? limits().deadline().toNanos() : LAST_WORDS_NANOS);
    if (inOrder) {
      peers().forEach(Connection::sendGoodbye);
    }
    for (Connection connection : peers()) {
      connection.close(Math.max(0, until - System.nanoTime()));
    }
    heartbeat.close();
    stopThreads();
    if (inOrder) {
      throwIfSilent();
    }
  }

  private void throwIfSilent() {
    for (Connection connection : peers()) {
      Optional<PeerException> silent = connection.fellSilent();
      if (silent.isPresent()) {
        throw silent.get();
      }
    }
  }

  List<Connection> peers() {
    return IntStream.range(0, connections.length)
        .filter(peer -> peer != rank())
        .mapToObj(peer -> connections[peer])
        .toList();
  }

  private void stopThreads() {
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
