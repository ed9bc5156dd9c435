package dev.atoll.app.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Answers requests: with a page, or, to requests for {@code text/event-stream} at the same address,
 * with its parts as they change.
 */
final class RequestHandler implements HttpHandler {
  private static final int NONE_YET = -1;
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

  private static final String GONE =
      "The run is not there any more: one that ends without a result and without a checkpoint"
          + " leaves nothing.";

  private final Dashboard dashboard;
  private final CountDownLatch closed;

  RequestHandler(Dashboard dashboard, CountDownLatch closed) {
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
        refuse(exchange, NOT_ALLOWED, "The dashboard answers GET and HEAD requests only.");
      } else if (!isAddressedHere(exchange)) {
        refuse(exchange, FORBIDDEN, "The dashboard is for this machine: open it as localhost.");
      } else {
        tryToAnswer(exchange);
      }
    }
  }

  private static boolean isAddressedHere(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return host != null && OWN_NAMES.contains(host.replaceFirst(":\\d+$", ""));
  }

  private void tryToAnswer(HttpExchange exchange) throws IOException {
    try {
      answer(exchange);
    } catch (IOException | RuntimeException e) {
      if (exchange.getResponseCode() != NONE_YET) {
        throw e; // the browser has gone away, most likely
      }
      refuse(exchange, FAILED, "The run cannot be read: " + e.getMessage());
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    List<String> files = PageLinks.values(exchange.getRequestURI().getRawQuery(), "file");
    String accept = exchange.getRequestHeaders().getFirst("Accept");
    if (path.equals("/favicon.ico")) {
      send(exchange, OK, "image/svg+xml", ICON.getBytes(StandardCharsets.UTF_8));
    } else if (path.startsWith(PageLinks.RUN) && !files.isEmpty()) {
      file(exchange, path.substring(PageLinks.RUN.length()), files.getFirst());
    } else if (accept != null && accept.startsWith("text/event-stream")) {
      follow(exchange);
    } else {
      page(exchange);
    }
  }

  private void page(HttpExchange exchange) throws IOException {
    Optional<PageSubject> subject = dashboard.subject(exchange.getRequestURI());
    if (subject.isPresent()) {
      PageParts view = subject.get().drawing().draw();
      send(exchange, OK, HTML, view.html().getBytes(StandardCharsets.UTF_8));
    } else if (exchange.getRequestURI().getPath().equals(PageLinks.OVERLAY)) {
      refuse(exchange, NOT_FOUND, "Choose runs from the list to compare them.");
    } else {
      refuse(exchange, NOT_FOUND, "There is no run of this name.");
    }
  }

  private void file(HttpExchange exchange, String run, String name) throws IOException {
    Optional<Path> file = dashboard.file(run, name).filter(Files::isRegularFile);
    if (file.isEmpty()) {
      refuse(exchange, NOT_FOUND, "The run has no file of this name.");
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
        MarkupTag.of("header")
            .add(
                MarkupTag.of("div")
                    .add(MarkupTag.of("h1").text(title(code)))
                    .add(MarkupTag.of("p").text(why)))
            .add(MarkupTag.of("a", "class", "button", "href", "/").text("all runs")));
    send(exchange, code, HTML, page.html().getBytes(StandardCharsets.UTF_8));
  }

  private static String title(int code) {
    return switch (code) {
      case FORBIDDEN -> "Forbidden";
      case NOT_FOUND -> "Not found";
      case NOT_ALLOWED -> "Method not allowed";
      default -> "Error";
    };
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
    try (OutputStream out = exchange.getResponseBody()) {
      PartStream stream = new PartStream(out);
      do {
        Optional<PageSubject> subject = dashboard.subject(exchange.getRequestURI());
        if (subject.isEmpty()) {
          stream.send("gone", GONE);
          return;
        }
        stream.show(subject.get());
      } while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
