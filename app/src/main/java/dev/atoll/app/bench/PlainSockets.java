package dev.atoll.app.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Blocking sockets between all pairs of ranks in this process: the speed limit of the system. */
final class PlainSockets implements AutoCloseable {
  private static final int PIECE_BYTES = 512 << 10;

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

  /** Sends that many bytes to every other rank, and receives as many from each, at once. */
  void exchange(int rank, long bytes) throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<IOException> failures = new ArrayList<>();
    for (SocketChannel channel : channels[rank]) {
      if (channel != null) {
        threads.add(start(() -> move(bytes, channel::write), failures));
        threads.add(start(() -> move(bytes, channel::read), failures));
      }
    }
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

  private static void move(long bytes, Step step) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE_BYTES);
    for (long left = bytes; left > 0; ) {
      buffer.clear().limit((int) Math.min(left, PIECE_BYTES));
      int moved = step.move(buffer);
      if (moved < 0) {
        throw new IOException("a plain socket was closed");
      }
      left -= moved;
    }
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
