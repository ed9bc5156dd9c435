package dev.atoll.app.dashboard;

import com.sun.net.httpserver.HttpServer;
import dev.atoll.app.serve.Access;
import dev.atoll.app.serve.BoundedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** Serves pages about runs to browsers; never writes to a run. */
public final class DashboardServer implements AutoCloseable {
  private final HttpServer server;
  private final Access access;
  private final RequestHandler handler;
  private final ExecutorService visits = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  private DashboardServer(HttpServer server, Dashboard dashboard, Access access) {
    this.server = server;
    this.access = access;
    handler = new RequestHandler(dashboard, access, closed);
    server.createContext("/", handler);
    server.setExecutor(visits);
    server.start();
  }

  /**
   * Starts the server.
   *
   * @param port 0 takes any that is free
   */
  public static DashboardServer start(Dashboard dashboard, Access access, int port)
      throws IOException {
    return new DashboardServer(
        BoundedServer.create(access.bind(), port, "--port"), dashboard, access);
  }

  /** Permits for pages that follow their runs; all are free when no page is followed. */
  Semaphore followed() {
    return handler.followed();
  }

  public URI address() {
    InetSocketAddress at = server.getAddress();
    return URI.create("http://" + host(access.bind()) + ":" + at.getPort() + "/");
  }

  private static String host(InetAddress bind) {
    if (bind.isLoopbackAddress()) {
      return "localhost";
    }
    String address = bind.getHostAddress();
    return address.contains(":") ? "[" + address.replaceFirst("%.*", "") + "]" : address;
  }

  /** Waits until the server is closed. */
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
