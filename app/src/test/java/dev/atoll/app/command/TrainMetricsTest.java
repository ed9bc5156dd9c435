package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.serve.TrainingMetrics;
import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A training can be watched by Prometheus. */
class TrainMetricsTest {
  @TempDir Path folder;

  @Test
  void aLiveTrainingServesItsFigures() throws Exception {
    Recipe recipe =
        Recipe.named("vanilla").with("workers", 2).with("epochs", 3).with("model.hidden", 8);
    var seen = new ArrayList<String>();
    try (TrainingMetrics metrics = TrainingMetrics.start(0, Map.of("run", "run"));
        Session session = Session.open("cora")) {
      session.train(
          recipe,
          event -> {
            metrics.on(event);
            if (event instanceof EpochFinished) {
              seen.add(get(metrics.port(), "/metrics"));
            }
          });
      assertEquals("", get(metrics.port(), "/other"));
    }
    assertEquals(3, seen.size());
    for (int epoch = 1; epoch <= 3; epoch++) {
      String figures = seen.get(epoch - 1);
      assertTrue(figures.contains("atoll_run_epochs{run=\"run\"} 3"), figures);
      assertTrue(figures.contains("atoll_run_epoch{run=\"run\"} " + epoch), figures);
      assertTrue(figures.contains("atoll_run_loss{run=\"run\"}"), figures);
    }
  }

  @Test
  void theServerEndsWithTheRun() throws Exception {
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Outcome run =
        Outcome.of(
                "train",
                "--preset=none",
                "--epochs=2",
                "--set=model.hidden=8",
                "--metrics-port=" + port,
                "--out=" + folder.resolve("run"))
            .succeeded();
    assertTrue(run.err().contains("http://localhost:%d/metrics".formatted(port)), run.err());
    assertEquals("", get(port, "/metrics"));
  }

  private static String get(int port, String path) {
    URI address = URI.create("http://localhost:" + port + path);
    try (InputStream in = address.toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException notThere) {
      return "";
    }
  }
}
