package dev.atoll.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** A proxy on the loopback interface that records all that passes, in both directions. */
public final class Wiretap implements AutoCloseable {
  private static final long RETRY_NANOS = 20_000_000;

  private final ServerSocket server;
  private final InetSocketAddress behind;
  private final ByteArrayOutputStream recorded = new ByteArrayOutputStream();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  private Wiretap(InetSocketAddress behind) throws IOException {
    this.behind = behind;
    server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** Starts to pass connections on to an address; each waits until something listens there. */
  public static Wiretap to(InetSocketAddress behind) throws IOException {
    return new Wiretap(behind);
  }

  /** The address to call in place of the one behind. */
  public InetSocketAddress address() {
    return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
  }

  private void accept() {
    try {
      while (true) {
        Socket caller = server.accept();
        sockets.add(caller);
        Thread.ofVirtual().start(() -> connect(caller));
      }
    } catch (IOException _) {
      // closed
    }
  }

  private void connect(Socket caller) {
    while (!server.isClosed()) {
      try {
        Socket host = new Socket(behind.getAddress(), behind.getPort());
        sockets.add(host);
        Thread.ofVirtual().start(() -> pass(host, caller));
        pass(caller, host);
        return;
      } catch (IOException _) {
        LockSupport.parkNanos(RETRY_NANOS); // nothing listens there yet
      }
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[1 << 16];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        synchronized (recorded) {
          recorded.write(buffer, 0, read);
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException _) {
      // one end has closed the connection
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether bytes have passed, in one piece. */
  public boolean heard(byte[] bytes) {
    return recording().contains(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Whether a text has passed. */
  public boolean heard(String text) {
    return heard(text.getBytes(StandardCharsets.UTF_8));
  }

  private String recording() {
    synchronized (recorded) {
      return recorded.toString(StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    sockets.forEach(Wiretap::closeQuietly);
  }
}
