package dev.atoll.app.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Tag;
import dev.atoll.app.run.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Answers requests: a page, or to who asks for {@code text/event-stream} at the same address, its
 * parts as they change.
 */
final class Visit implements HttpHandler {
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int FAILED = 500;

  private static final String HTML = "text/html; charset=utf-8";

  /** Nothing comes from elsewhere, nothing goes elsewhere. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
          + " connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  private static final String ICON =
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="10" \
      fill="none" stroke="#1787c9" stroke-width="5" stroke-dasharray="17 4"/></svg>
      """;

  /**
   * Names of this machine for itself: a page elsewhere that points its own name here is refused.
   */
  private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final long LOOK_MILLIS = 500;
  private static final long SIGN_OF_LIFE_MILLIS = 10_000;

  private final Dashboard dashboard;
  private final CountDownLatch closed;

  Visit(Dashboard dashboard, CountDownLatch closed) {
    this.dashboard = dashboard;
    this.closed = closed;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", POLICY);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cache-Control", "no-store");
      if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
        headers.set("Allow", "GET, HEAD");
        refuse(exchange, NOT_ALLOWED, "The dashboard only shows: GET and HEAD are all it knows.");
      } else if (!isAddressedHere(exchange)) {
        refuse(exchange, FORBIDDEN, "The dashboard is for this machine: open it as localhost.");
      } else {
        answer(exchange);
      }
    }
  }

  private static boolean isAddressedHere(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return host != null && OWN_NAMES.contains(host.replaceFirst(":\\d+$", ""));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    List<String> files = Links.values(exchange.getRequestURI().getRawQuery(), "file");
    String accept = exchange.getRequestHeaders().getFirst("Accept");
    if (path.equals("/favicon.ico")) {
      send(exchange, OK, "image/svg+xml", ICON.getBytes(StandardCharsets.UTF_8));
    } else if (path.startsWith(Links.RUN) && !files.isEmpty()) {
      file(exchange, path.substring(Links.RUN.length()), files.getFirst());
    } else if (accept != null && accept.startsWith("text/event-stream")) {
      follow(exchange);
    } else {
      page(exchange);
    }
  }

  private Optional<View> view(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.equals("/")) {
      return Optional.of(dashboard.front());
    }
    if (path.equals(Links.OVERLAY)) {
      return dashboard.overlay(Links.values(exchange.getRequestURI().getRawQuery(), "run"));
    }
    return path.startsWith(Links.RUN)
        ? dashboard.run(path.substring(Links.RUN.length()))
        : Optional.empty();
  }

  private void page(HttpExchange exchange) throws IOException {
    Optional<View> view;
    try {
      view = view(exchange);
    } catch (IOException | RuntimeException e) {
      refuse(exchange, FAILED, "The run cannot be read: " + e.getMessage());
      return;
    }
    if (view.isPresent()) {
      send(exchange, OK, HTML, view.get().html().getBytes(StandardCharsets.UTF_8));
    } else if (exchange.getRequestURI().getPath().equals(Links.OVERLAY)) {
      refuse(exchange, NOT_FOUND, "Choose runs of the list to compare them.");
    } else {
      refuse(exchange, NOT_FOUND, "There is no such run here.");
    }
  }

  private void file(HttpExchange exchange, String run, String name) throws IOException {
    Optional<Path> file = dashboard.file(run, name).filter(Files::isRegularFile);
    if (file.isEmpty()) {
      refuse(exchange, NOT_FOUND, "There is no such file here.");
      return;
    }
    String type = name.endsWith(".json") ? "application/json" : "text/plain; charset=utf-8";
    exchange.getResponseHeaders().set("Content-Type", type);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(OK, head ? -1 : 0);
    if (!head) {
      Files.copy(file.get(), exchange.getResponseBody());
    }
  }

  private static void refuse(HttpExchange exchange, int code, String why) throws IOException {
    Page page = new Page("Atoll: " + code);
    page.add(
        Tag.of("header")
            .add(Tag.of("div").add(Tag.of("h1").text("Not this way")).add(Tag.of("p").text(why)))
            .add(Tag.of("a", "class", "button", "href", "/").text("all runs")));
    send(exchange, code, HTML, page.html().getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(code, head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  /** Sends what changes until the browser goes away, the run does, or the server is closed. */
  private void follow(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
    exchange.sendResponseHeaders(OK, 0);
    Map<String, String> shown = Map.of();
    long spoke = System.currentTimeMillis();
    try (OutputStream out = exchange.getResponseBody()) {
      do {
        Optional<View> view = view(exchange);
        if (view.isEmpty()) {
          event(
              out,
              "gone",
              "The run is not there any more: one that ends without a result and"
                  + " without a checkpoint leaves nothing.");
          return;
        }
        Map<String, String> now = view.get().markup();
        if (!now.equals(shown)) {
          event(out, "parts", changes(shown, now));
          shown = now;
          spoke = System.currentTimeMillis();
        } else if (System.currentTimeMillis() - spoke > SIGN_OF_LIFE_MILLIS) {
          say(out, ": still here\n\n");
          spoke = System.currentTimeMillis();
        }
      } while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static String changes(Map<String, String> shown, Map<String, String> now)
      throws IOException {
    Map<String, String> changed = new LinkedHashMap<>(now);
    changed.entrySet().removeAll(shown.entrySet());
    return Json.line(Map.of("order", List.copyOf(now.keySet()), "changed", changed));
  }

  private static void event(OutputStream out, String name, String data) throws IOException {
    say(out, "event: " + name + "\ndata: " + data + "\n\n");
  }

  private static void say(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
