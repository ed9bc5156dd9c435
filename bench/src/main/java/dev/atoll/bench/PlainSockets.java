package dev.atoll.bench;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Blocking sockets between all pairs of ranks in this process: the speed limit of the system. */
final class PlainSockets implements AutoCloseable {
  static final int CHUNK_BYTES = 512 << 10;

  private final SocketChannel[][] channels;

  private PlainSockets(int ranks) {
    channels = new SocketChannel[ranks][ranks];
  }

  static PlainSockets connect(int ranks) throws IOException {
    PlainSockets all = new PlainSockets(ranks);
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      for (int low = 0; low < ranks; low++) {
        for (int high = low + 1; high < ranks; high++) {
          all.channels[low][high] = SocketChannel.open(server.getLocalAddress());
          all.channels[high][low] = server.accept();
        }
      }
    } catch (IOException e) {
      all.close();
      throw e;
    }
    for (SocketChannel[] row : all.channels) {
      for (SocketChannel channel : row) {
        if (channel != null) {
          channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
      }
    }
    return all;
  }

  /** Sends {@code bytes} bytes to every other rank and receives as many from each, at once. */
  void exchange(int rank, long bytes) throws Exception {
    exchange(rank, bytes, _ -> ByteBuffer.allocateDirect(CHUNK_BYTES));
  }

  /**
   * Exchanges bytes like {@link #exchange(int, long)}, from and to the peers' shares of an array.
   */
  void exchange(int rank, long bytes, MemorySegment array) throws Exception {
    long share = array.byteSize() / channels.length;
    exchange(rank, bytes, peer -> array.asSlice(peer * share, share).asByteBuffer());
  }

  private void exchange(int rank, long bytes, IntFunction<ByteBuffer> memory) throws Exception {
    exchange(
        rank,
        (peer, channel) -> move(bytes, memory.apply(peer), channel::write),
        (peer, channel) -> move(bytes, memory.apply(peer), channel::read),
        () -> {});
  }

  /**
   * The chunks that a rank sends to every other rank, and as many of equal sizes that it receives.
   */
  interface Pieces {
    int count();

    /** The size of a chunk; no chunk is larger than the first. */
    int bytes(int number);

    void fill(int peer, int number, MemorySegment piece);

    void use(int peer, int number, MemorySegment piece);
  }

  /** Exchanges chunks, each filled and used by the thread that writes or reads it. */
  void exchange(int rank, Pieces pieces, Runnable meanwhile) throws Exception {
    exchange(
        rank,
        (peer, channel) -> send(peer, channel, pieces),
        (peer, channel) -> receive(peer, channel, pieces),
        meanwhile);
  }

  private static void send(int peer, SocketChannel channel, Pieces pieces) throws IOException {
    ByteBuffer memory = ByteBuffer.allocateDirect(pieces.bytes(0));
    for (int i = 0; i < pieces.count(); i++) {
      ByteBuffer piece = memory.slice(0, pieces.bytes(i));
      pieces.fill(peer, i, MemorySegment.ofBuffer(piece));
      moveAll(piece, channel::write);
    }
  }

  private static void receive(int peer, SocketChannel channel, Pieces pieces) throws IOException {
    ByteBuffer memory = ByteBuffer.allocateDirect(pieces.bytes(0));
    for (int i = 0; i < pieces.count(); i++) {
      ByteBuffer piece = memory.slice(0, pieces.bytes(i));
      moveAll(piece, channel::read);
      pieces.use(peer, i, MemorySegment.ofBuffer(piece.clear()));
    }
  }

  /** The transfer of one thread. */
  @FunctionalInterface
  private interface PeerTransfer {
    void run(int peer, SocketChannel channel) throws IOException;
  }

  private void exchange(int rank, PeerTransfer sending, PeerTransfer receiving, Runnable meanwhile)
      throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<IOException> failures = new ArrayList<>();
    for (int peer = 0; peer < channels.length; peer++) {
      SocketChannel channel = channels[rank][peer];
      if (channel != null) {
        int other = peer;
        threads.add(start(() -> sending.run(other, channel), failures));
        threads.add(start(() -> receiving.run(other, channel), failures));
      }
    }
    meanwhile.run();
    for (Thread thread : threads) {
      thread.join();
    }
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }

  @FunctionalInterface
  private interface Transfer {
    void run() throws IOException;
  }

  @FunctionalInterface
  private interface Step {
    int move(ByteBuffer buffer) throws IOException;
  }

  private static Thread start(Transfer transfer, List<IOException> failures) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                transfer.run();
              } catch (IOException e) {
                synchronized (failures) {
                  failures.add(e);
                }
              }
            });
  }

  /** Moves bytes to or from memory, cyclically. */
  private static void move(long bytes, ByteBuffer memory, Step step) throws IOException {
    for (long left = bytes; left > 0; ) {
      boolean again = memory.capacity() <= CHUNK_BYTES || memory.position() == memory.capacity();
      int at = again ? 0 : memory.position();
      long most = Math.min(Math.min(left, CHUNK_BYTES), memory.capacity() - at);
      left -= moved(memory.limit(at + (int) most).position(at), step);
    }
  }

  private static void moveAll(ByteBuffer memory, Step step) throws IOException {
    while (memory.hasRemaining()) {
      moved(memory, step);
    }
  }

  private static int moved(ByteBuffer memory, Step step) throws IOException {
    int moved = step.move(memory);
    if (moved < 0) {
      throw new IOException("a plain socket was closed");
    }
    return moved;
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel[] row : channels) {
      for (SocketChannel channel : row) {
        if (channel != null) {
          channel.close();
        }
      }
    }
  }
}
