package dev.atoll.app.dashboard;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** Shows runs to browsers on this machine, and to no others. It reads, and never writes. */
public final class DashboardServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService visits = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  private DashboardServer(HttpServer server, Dashboard dashboard) {
    this.server = server;
    server.createContext("/", new RequestHandler(dashboard, closed));
    server.setExecutor(visits);
    server.start();
  }

  /**
   * Starts to serve.
   *
   * @param port 0 takes any that is free
   */
  public static DashboardServer start(Dashboard dashboard, int port) throws IOException {
    var place = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      return new DashboardServer(HttpServer.create(place, 0), dashboard);
    } catch (BindException e) {
      throw new IOException(
          "port %d cannot be taken (%s); choose another with --port, or 0 for any"
              .formatted(port, e.getMessage()),
          e);
    }
  }

  public URI address() {
    InetSocketAddress at = server.getAddress();
    return URI.create("http://localhost:" + at.getPort() + "/");
  }

  /** Returns once the server is closed. */
  public void await() throws InterruptedException {
    closed.await();
  }

  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      closed.countDown();
      server.stop(0);
      visits.close();
    }
  }
}
