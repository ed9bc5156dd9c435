package dev.atoll.app.serve;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;

/** Opens web servers whose clients cannot hold connections that they do not use. */
public final class BoundedServer {
  /** The server of the JDK reads these once: clients that neither send nor read are dropped. */
  private static final Map<String, String> LIMITS =
      Map.of(
          "sun.net.httpserver.maxReqTime", "10",
          "sun.net.httpserver.maxRspTime", "120",
          "jdk.httpserver.maxConnections", "256");

  private BoundedServer() {}

  /**
   * A server that has not started yet.
   *
   * @param option that names the port, for the error
   */
  public static HttpServer create(InetAddress bind, int port, String option) throws IOException {
    LIMITS.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
    try {
      return HttpServer.create(new InetSocketAddress(bind, port), 0);
    } catch (BindException e) {
      throw new IOException(
          "port %d cannot be taken (%s); choose another with %s, or 0 for any"
              .formatted(port, e.getMessage(), option),
          e);
    }
  }
}
