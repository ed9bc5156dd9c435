package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A training can be watched by Prometheus. */
class TrainMetricsTest {
  @TempDir Path folder;

  @Test
  void aLiveTrainingServesItsFigures() throws Exception {
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    var training =
        CompletableFuture.supplyAsync(
            () ->
                Outcome.of(
                    "train",
                    "--preset=none",
                    "--recipe=vanilla",
                    "--workers=2",
                    "--epochs=40",
                    "--set=model.hidden=8",
                    "--set=network.latencyMicros=2000",
                    "--metrics-port=" + port,
                    "--out=" + folder.resolve("run")));
    String seen = "";
    while (!seen.contains("atoll_run_loss{") && !training.isDone()) {
      Thread.sleep(10);
      seen = get(port, "/metrics");
    }
    assertTrue(seen.contains("atoll_run_epochs{recipe=\"vanilla\",run=\"run\"} 40"), seen);
    assertTrue(seen.contains("atoll_run_loss{recipe=\"vanilla\",run=\"run\"}"), seen);
    assertEquals("", get(port, "/other"));
    training.get().succeeded();
    assertEquals("", get(port, "/metrics"), "it ends with the run");
  }

  private static String get(int port, String path) throws IOException {
    URI address = URI.create("http://localhost:" + port + path);
    var connection = (HttpURLConnection) address.toURL().openConnection();
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException notThere) {
      return "";
    }
  }
}
