package dev.atoll.app.serve;

import com.sun.net.httpserver.HttpServer;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;

/** Opens web servers whose clients cannot hold connections that they do not use. */
public final class BoundedServer {
  /**
   * Sets limits that the JDK's server reads once: idle clients are dropped, and hundreds of them do
   * not block others.
   */
  private static final Map<String, String> LIMITS =
      Map.of(
          "sun.net.httpserver.maxReqTime", "3",
          "sun.net.httpserver.maxRspTime", "120",
          "jdk.httpserver.maxConnections", "2048");

  private static final int MOST_PORT = 65_535;

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
    if (port < 0 || port > MOST_PORT) {
      throw new SettingsException(
          "%s cannot be %d: allowed is a port from 1 to %d, or 0 for any"
              .formatted(option, port, MOST_PORT));
    }
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
