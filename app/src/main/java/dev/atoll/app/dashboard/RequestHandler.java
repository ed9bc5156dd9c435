package dev.atoll.app.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.serve.Access;
import dev.atoll.app.serve.PrometheusText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Answers requests: with a page, or, to requests for {@code text/event-stream} at the same address,
 * with its sections as they change.
 */
final class RequestHandler implements HttpHandler {
  /** The largest number of pages that follow their runs at a time; further ones are not updated. */
  static final int MOST_FOLLOWED = 64;

  private static final int NONE_YET = -1;
  private static final int OK = 200;
  private static final int SEE_OTHER = 303;
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int FAILED = 500;
  private static final int BUSY = 503;

  private static final String HTML = "text/html; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  /**
   * The content policy of pages: load nothing from other sites, send nothing there, run no other
   * script.
   */
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; script-src 'self';"
          + " connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  private static final String ICON =
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="10" \
      fill="none" stroke="#1787c9" stroke-width="5" stroke-dasharray="17 4"/></svg>
      """;

  private static final long LOOK_MILLIS = 500;

  /** The life of an event stream, after which the browser reconnects if it still reads. */
  private static final long MOST_STREAM_NANOS = TimeUnit.SECONDS.toNanos(90);

  private static final long WRONG_TOKEN_MILLIS = 500;
  private static final int LONGEST_FORM = 4096;

  private static final String GONE =
      "The run is not there any more: one that ends without a result and without a checkpoint"
          + " leaves nothing.";

  private final Dashboard dashboard;
  private final Access access;
  private final CountDownLatch closed;
  private final Semaphore followed = new Semaphore(MOST_FOLLOWED);

  RequestHandler(Dashboard dashboard, Access access, CountDownLatch closed) {
    this.dashboard = dashboard;
    this.access = access;
    this.closed = closed;
  }

  /** Permits for pages that follow their runs. */
  Semaphore followed() {
    return followed;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", POLICY);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cache-Control", "no-store");
      boolean login = access.needsToken() && path(exchange).equals(PageLinks.LOGIN);
      if (!access.isAddressedHere(exchange)) {
        refuse(exchange, FORBIDDEN, "The dashboard is for this machine: open it as localhost.");
      } else if (login && exchange.getRequestMethod().equals("POST")) {
        login(exchange);
      } else if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
        headers.set("Allow", "GET, HEAD");
        refuse(exchange, NOT_ALLOWED, "The dashboard answers GET and HEAD requests only.");
      } else if (isResource(exchange)) {
        resource(exchange);
      } else if (!access.isAllowed(exchange)) {
        headers.set("WWW-Authenticate", "Bearer");
        loginPage(exchange, UNAUTHORIZED, "Enter the token that the dashboard was started with.");
      } else {
        tryToAnswer(exchange);
      }
    }
  }

  private static String path(HttpExchange exchange) {
    return Optional.ofNullable(exchange.getRequestURI().getPath()).orElse("");
  }

  /** Whether a path is the style, the script or the icon, which reveal nothing about runs. */
  private static boolean isResource(HttpExchange exchange) {
    return Set.of(Page.STYLE, Page.SCRIPT, "/favicon.ico").contains(path(exchange));
  }

  private static void resource(HttpExchange exchange) throws IOException {
    switch (path(exchange)) {
      case Page.STYLE -> send(exchange, OK, "text/css; charset=utf-8", Page.style());
      case Page.SCRIPT -> send(exchange, OK, "text/javascript; charset=utf-8", Page.script());
      default -> send(exchange, OK, "image/svg+xml", ICON);
    }
  }

  private void login(HttpExchange exchange) throws IOException {
    byte[] form = exchange.getRequestBody().readNBytes(LONGEST_FORM);
    List<String> tokens = PageLinks.values(new String(form, StandardCharsets.UTF_8), "token");
    if (!tokens.isEmpty() && access.isToken(tokens.getFirst())) {
      exchange.getResponseHeaders().set("Set-Cookie", access.cookie(exchange));
      exchange.getResponseHeaders().set("Location", "/");
      exchange.sendResponseHeaders(SEE_OTHER, -1);
      return;
    }
    try {
      closed.await(WRONG_TOKEN_MILLIS, TimeUnit.MILLISECONDS); // guessing takes time
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    loginPage(exchange, FORBIDDEN, "This is not the token that the dashboard was started with.");
  }

  private static void loginPage(HttpExchange exchange, int code, String why) throws IOException {
    MarkupTag form =
        MarkupTag.of("form", "method", "post", "action", PageLinks.LOGIN, "class", "card login")
            .add(MarkupTag.of("label", "for", "token").text("token"))
            .add(
                MarkupTag.of("input", "type", "password", "id", "token", "name", "token")
                    .with("autocomplete", "current-password"))
            .add(MarkupTag.of("button", "type", "submit").text("log in"));
    send(exchange, code, HTML, heading("Log in", why, List.of()).add(form).html());
  }

  private void tryToAnswer(HttpExchange exchange) throws IOException {
    try {
      answer(exchange);
    } catch (IOException | RuntimeException e) {
      if (exchange.getResponseCode() != NONE_YET) {
        throw e; // the browser has gone away, most likely
      }
      boolean busy = e instanceof BusyException;
      refuse(
          exchange,
          busy ? BUSY : FAILED,
          busy ? e.getMessage() : "The run cannot be read: " + e.getMessage());
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = path(exchange);
    List<String> files = PageLinks.values(exchange.getRequestURI().getRawQuery(), "file");
    String accept = exchange.getRequestHeaders().getFirst("Accept");
    if (path.equals(PageLinks.METRICS)) {
      send(exchange, OK, PrometheusText.TYPE, RunMetrics.of(dashboard.runs()));
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
      send(exchange, OK, HTML, draw(exchange, subject.get()).html());
    } else if (!path(exchange).equals(PageLinks.OVERLAY)) {
      refuse(exchange, NOT_FOUND, "There is no run of this name.");
    } else if (dashboard.isTooMany(exchange.getRequestURI())) {
      refuse(
          exchange,
          BAD_REQUEST,
          "Choose at most %d runs to compare.".formatted(Dashboard.MOST_COMPARED));
    } else {
      refuse(exchange, NOT_FOUND, "Choose runs from the list to compare them.");
    }
  }

  private PageParts draw(HttpExchange exchange, PageSubject subject) throws IOException {
    return dashboard.draw(exchange.getRequestURI(), subject);
  }

  private void file(HttpExchange exchange, String run, String name) throws IOException {
    Optional<Path> file = dashboard.file(run, name);
    if (file.isEmpty()) {
      refuse(exchange, NOT_FOUND, "The run has no file of this name.");
      return;
    }
    exchange
        .getResponseHeaders()
        .set("Content-Type", name.endsWith(".json") ? "application/json" : TEXT);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    try (var in = Files.newInputStream(file.get(), LinkOption.NOFOLLOW_LINKS)) {
      exchange.sendResponseHeaders(OK, head ? -1 : 0);
      if (!head) {
        in.transferTo(exchange.getResponseBody());
      }
    }
  }

  private static Page heading(String title, String text, List<MarkupTag> links) {
    return new Page("Atoll: " + title)
        .linked()
        .add(
            MarkupTag.of("header")
                .add(
                    MarkupTag.of("div")
                        .add(MarkupTag.of("h1").text(title))
                        .add(MarkupTag.of("p").text(text)))
                .add(links));
  }

  private static void refuse(HttpExchange exchange, int code, String why) throws IOException {
    MarkupTag home = MarkupTag.of("a", "class", "button", "href", "/").text("all runs");
    send(exchange, code, HTML, heading(title(code), why, List.of(home)).html());
  }

  private static String title(int code) {
    return switch (code) {
      case BAD_REQUEST -> "Too many";
      case FORBIDDEN -> "Forbidden";
      case NOT_FOUND -> "Not found";
      case NOT_ALLOWED -> "Method not allowed";
      case BUSY -> "Busy";
      default -> "Error";
    };
  }

  private static void send(HttpExchange exchange, int code, String type, String body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, head ? -1 : bytes.length);
    if (!head) {
      exchange.getResponseBody().write(bytes);
    }
  }

  /** Sends changes until the browser or the run is gone, or the server is closed. */
  private void follow(HttpExchange exchange) throws IOException {
    if (!followed.tryAcquire()) {
      refuse(exchange, BUSY, "Too many pages follow their runs already: load this one again.");
      return;
    }
    try {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      exchange.sendResponseHeaders(OK, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        send(exchange, new PartStream(out));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      followed.release();
    }
  }

  private void send(HttpExchange exchange, PartStream stream)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    do {
      Optional<PageSubject> subject = dashboard.subject(exchange.getRequestURI());
      if (subject.isEmpty()) {
        stream.send("gone", GONE);
        return;
      }
      stream.show(subject.get(), changed -> draw(exchange, changed));
    } while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)
        && System.nanoTime() - begun < MOST_STREAM_NANOS);
  }
}
