package dev.atoll.app.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.atoll.recipe.result.ScoredNodes;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.train.event.TrainEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Serves the figures of a training to a monitoring system of this machine, at {@code /metrics}. */
public final class TrainingMetrics implements TrainEvent.Listener, AutoCloseable {
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;

  private final Access access = Access.local();
  private final Map<String, String> labels;
  private final HttpServer server;
  private int planned;
  private int steps;
  private EpochLine last;
  private double seconds;
  private double bytes;
  private final Map<ScoredNodes, Map<String, Double>> scores = new LinkedHashMap<>();

  private TrainingMetrics(HttpServer server, Map<String, String> labels) {
    this.server = server;
    this.labels = labels;
    server.createContext("/", this::answer);
    server.start();
  }

  /**
   * Starts to serve.
   *
   * @param port 0 takes any that is free
   * @param labels of every figure, such as the name of the run
   */
  public static TrainingMetrics start(int port, Map<String, String> labels) throws IOException {
    return new TrainingMetrics(
        BoundedServer.create(Access.local().bind(), port, "--metrics-port"), labels);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public synchronized void on(TrainEvent event) {
    switch (event) {
      case TrainEvent.Started begin -> {
        planned = begin.epochs();
        begin.done().forEach(this::add);
      }
      case TrainEvent.StepFinished _ -> steps++;
      case TrainEvent.EpochFinished epoch -> add(epoch);
      case TrainEvent.BatchesLaunched _, TrainEvent.Explained _, TrainEvent.Recorded _ -> {}
    }
  }

  private void add(TrainEvent.EpochFinished epoch) {
    last = EpochLine.of(epoch);
    seconds += last.seconds();
    bytes += last.totalBytes();
    for (ScoredNodes nodes : ScoredNodes.values()) {
      if (!last.scores(nodes).isEmpty()) {
        scores.put(nodes, last.scores(nodes));
      }
    }
  }

  private synchronized String text() {
    PrometheusText text = new PrometheusText();
    text.gauge(RunFigure.EPOCH, labels, last == null ? 0 : last.epoch());
    text.gauge(RunFigure.EPOCHS, labels, planned);
    text.counter(RunFigure.STEPS, labels, steps);
    text.gauge(RunFigure.LOSS, labels, last == null ? Double.NaN : last.loss());
    text.counter(RunFigure.SECONDS, labels, seconds);
    text.counter(RunFigure.BYTES, labels, bytes);
    scores.forEach(
        (nodes, byName) ->
            byName.forEach(
                (name, value) -> {
                  Map<String, String> scored = new LinkedHashMap<>(labels);
                  scored.put("nodes", nodes.label());
                  scored.put("score", name);
                  text.gauge(RunFigure.SCORE, scored, value);
                }));
    return text.text();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean read = exchange.getRequestMethod().equals("GET");
      boolean known = "/metrics".equals(exchange.getRequestURI().getPath());
      int code =
          !access.isAddressedHere(exchange)
              ? FORBIDDEN
              : !read ? NOT_ALLOWED : known ? OK : NOT_FOUND;
      String body = code == OK ? text() : "figures are at /metrics, for GET from this machine\n";
      byte[] sent = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", PrometheusText.TYPE);
      exchange.sendResponseHeaders(code, sent.length);
      exchange.getResponseBody().write(sent);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
