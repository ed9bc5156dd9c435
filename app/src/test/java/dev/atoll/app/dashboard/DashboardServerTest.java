package dev.atoll.app.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.command.Commands;
import dev.atoll.app.report.ReportPage;
import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.run.RunFolder;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DashboardServerTest {
  @TempDir static Path runs;
  private static DashboardServer server;
  private static Browser browser;

  @BeforeAll
  static void serveTwoRuns() throws IOException {
    train("whole", "--recipe", "vanilla", "--workers", "2", "--epochs", "3", "--timeline");
    train("below/a b", "--recipe", "dgs", "--workers", "2", "--epochs", "2");
    server = DashboardServer.start(new Dashboard(List.of(runs)), 0);
    browser = new Browser(server.address());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static void train(String name, String... options) {
    List<String> args = new ArrayList<>(List.of("train", "--preset", "none", "--quiet"));
    args.addAll(List.of("--set", "model.hidden=8", "--out", runs.resolve(name).toString()));
    args.addAll(List.of(options));
    var said = new ByteArrayOutputStream();
    var stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    int code = Commands.run(Screen.plain(stream, stream), args.toArray(String[]::new));
    assertEquals(0, code, () -> said.toString(StandardCharsets.UTF_8));
  }

  @Test
  void theFrontPageListsRunsAtEveryDepth() throws IOException {
    Browser.Answer front = browser.get("/");
    assertEquals(200, front.code());
    for (String part : List.of("/run/whole", "/run/below/a%20b", "vanilla", "finished")) {
      assertTrue(front.text().contains(part), part);
    }
  }

  @Test
  void aFinishedRunShowsEverything() throws IOException {
    String page = browser.get("/run/whole").text();
    for (String part :
        List.of(
            "training loss",
            "Accuracy",
            "Time by phase",
            "Bytes by purpose",
            "Memory per worker",
            "Traffic between workers",
            "Tasks of every worker",
            "exchange.rows",
            "Machine and build",
            "3 epochs in")) {
      assertTrue(page.contains(part), part);
    }
    assertTrue(browser.get("/run/below/a%20b").text().contains("Explanation"));
  }

  @Test
  void aPieceOfTheTimelineCanBeAskedFor() throws IOException {
    assertTrue(
        browser.get("/run/whole?from=1000&to=3000").text().contains("2.00 ms, from 0.001 s"));
    assertEquals(200, browser.get("/run/whole?from=x&to=").code());
  }

  @Test
  void runsAreLaidOverEachOther() throws IOException {
    String page = browser.get("/compare?run=whole&run=below/a%20b").text();
    assertTrue(page.contains("2 runs"), "heading");
    assertTrue(page.contains("Settings that differ"), "settings");
    assertEquals(404, browser.get("/compare").code());
    assertEquals(404, browser.get("/compare?run=whole&run=nope").code());
  }

  @Test
  void onlyKnownFilesOfKnownRunsAreGiven() throws IOException {
    assertTrue(browser.get("/run/whole?file=config.yaml").text().contains("recipe: vanilla"));
    Files.writeString(runs.resolve("secret.txt"), "secret");
    for (String path :
        List.of(
            "/nothing",
            "/run/nope",
            "/run/",
            "/run/below",
            "/run/whole/../whole",
            "/run/../whole",
            "/run/..%2F..%2Fetc",
            "/run/whole?file=weights.safetensors",
            "/run/whole?file=../secret.txt",
            "/run/whole?file=..%2Fsecret.txt",
            "/run/whole/..?file=secret.txt",
            "/run/nope?file=config.yaml")) {
      assertEquals(404, browser.raw("GET", path, "localhost"), path);
    }
  }

  @Test
  void onlyThisMachineIsServedAndOnlyReads() throws IOException {
    assertEquals(200, browser.raw("GET", "/", "127.0.0.1:" + server.address().getPort()));
    assertEquals(200, browser.raw("HEAD", "/", "localhost"));
    assertEquals(403, browser.raw("GET", "/", "evil.example"));
    assertEquals(403, browser.raw("GET", "/", "localhost.evil.example:80"));
    assertEquals(405, browser.raw("POST", "/", "localhost"));
    assertEquals(405, browser.raw("DELETE", "/run/whole", "localhost"));
  }

  @Test
  void aLiveRunGrowsUntilItIsFinished() throws Exception {
    Thread training =
        Thread.ofPlatform()
            .start(
                () ->
                    train(
                        "live",
                        "--recipe",
                        "vanilla",
                        "--workers",
                        "2",
                        "--epochs",
                        "40",
                        "--set",
                        "network.latencyMicros=2000"));
    Instant end = Instant.now().plus(Duration.ofSeconds(20));
    while (browser.get("/run/live").code() != 200 && Instant.now().isBefore(end)) {
      Thread.sleep(20);
    }
    int live = 0;
    boolean finished = false;
    try (BufferedReader events = browser.follow("/run/live")) {
      while (!finished) {
        String line = events.readLine();
        if (line.startsWith("data: ") && line.contains("badge live")) {
          live++;
        }
        finished = line.startsWith("data: ") && line.contains("40 epochs in");
        assertFalse(line.startsWith("event: gone"), line);
      }
    }
    training.join();
    assertTrue(live > 0, "it was seen while it went on");
  }

  @Test
  void aRunWhoseProcessIsGoneIsNotLive() throws IOException {
    Path folder = Files.createDirectories(runs.resolve("killed"));
    Files.copy(runs.resolve("whole/config.yaml"), folder.resolve("config.yaml"));
    Files.copy(runs.resolve("whole/metrics.jsonl"), folder.resolve("metrics.jsonl"));
    Path progress = folder.resolve("progress.json");
    Json.write(Map.of("pid", ProcessHandle.current().pid(), "process", "earlier"), progress);
    assertEquals(RunStatus.LIVE, state(folder), "it has just spoken");
    Files.setLastModifiedTime(progress, FileTime.from(Instant.now().minusSeconds(60)));
    assertEquals(RunStatus.STOPPED, state(folder));
    assertTrue(browser.get("/run/killed").text().contains("ended without reporting an error"));
    Json.write(Map.of("ended", "now", "failure", "disk <full>"), progress);
    assertEquals(RunStatus.STOPPED, state(folder));
    assertTrue(browser.get("/run/killed").text().contains("disk &lt;full&gt;"));
  }

  private static RunStatus state(Path folder) throws IOException {
    return WatchedRun.read("run", new RunFolder(folder), "").state();
  }

  @Test
  void aBadFolderDoesNotHideTheOthers() throws IOException {
    Path folder = Files.createDirectories(runs.resolve("broken"));
    Files.writeString(folder.resolve("config.yaml"), "workers: [\n");
    Files.writeString(folder.resolve("metrics.jsonl"), "{\n");
    assertTrue(browser.get("/").text().contains("/run/whole"));
    assertTrue(browser.get("/run/broken").text().contains("Its folder cannot be read"));
  }

  @Test
  void aPageOfItsOwnNeedsNoServer() throws IOException {
    Path file = runs.resolve("page.html");
    new Dashboard(List.of(runs.resolve("whole"))).export(file);
    assertTrue(ReportPage.read(file).text().contains("Time by phase"));
    new Dashboard(List.of(runs.resolve("whole"), runs.resolve("below"))).export(file);
    assertTrue(ReportPage.read(file).text().contains("Settings that differ"));
  }
}
