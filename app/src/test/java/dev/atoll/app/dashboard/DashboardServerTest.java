package dev.atoll.app.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.command.Commands;
import dev.atoll.app.report.ReportPage;
import dev.atoll.app.screen.Screen;
import dev.atoll.app.serve.Access;
import dev.atoll.app.watch.RunStatus;
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.testkit.Await;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class DashboardServerTest {
  @TempDir static Path runs;
  private static DashboardServer server;
  private static Browser browser;

  @BeforeAll
  static void serveTwoRuns() throws IOException {
    train("whole", "--recipe", "vanilla", "--workers", "2", "--epochs", "3", "--timeline");
    train("below/a b", "--recipe", "dgs", "--workers", "2", "--epochs", "2");
    server = DashboardServer.start(new Dashboard(List.of(runs)), Access.local(), 0);
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
    for (String part :
        List.of(
            "/run/whole", "/run/below/a%20b", "vanilla", "finished", "<small>accuracy</small>")) {
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
            "/run/whole?file=config.yaml%00.txt",
            "/run/whole/..?file=secret.txt",
            "/run/nope?file=config.yaml")) {
      assertEquals(404, browser.raw("GET", path, "localhost"), path);
    }
  }

  @Test
  void linksOutOfARunFolderAreNotFollowed() throws IOException {
    Path folder = Files.createDirectories(runs.resolve("linked"));
    Path secret = Files.writeString(runs.resolve("outside.yaml"), "recipe: s3cret-of-another\n");
    Files.createSymbolicLink(folder.resolve("config.yaml"), secret);
    Files.copy(runs.resolve("whole/metrics.jsonl"), folder.resolve("metrics.jsonl"));
    assertEquals(404, browser.get("/run/linked?file=config.yaml").code());
    String page = browser.get("/run/linked").text();
    assertTrue(page.contains("config.yaml is not a file of this folder"), page);
    for (String path : List.of("/run/linked", "/", "/metrics", "/compare?run=linked")) {
      assertFalse(browser.get(path).text().contains("s3cret"), path);
    }
  }

  @Test
  void pagesHoldNoScriptAndNoStyle() throws IOException {
    for (String path : List.of("/", "/run/whole", "/compare?run=whole", "/nope")) {
      Browser.Answer page = browser.get(path);
      String policy = page.header("Content-Security-Policy");
      assertFalse(policy.contains("unsafe"), policy);
      assertTrue(page.text().contains("<script src=\"/page.js\"></script>"), path);
      assertFalse(page.text().contains("<style"), path);
      assertFalse(page.text().contains(" style="), path);
      assertFalse(page.text().contains(" onclick="), path);
    }
    assertTrue(browser.get("/page.js").text().startsWith("\"use strict\""));
    assertTrue(browser.get("/page.css").text().contains("color-scheme"));
  }

  /** 3,000 times the same run is drawn once; too many different ones are refused. */
  @Test
  void workOfARequestIsBounded() throws IOException {
    Browser.Answer same = browser.get("/compare?run=whole" + "&run=whole".repeat(3000));
    assertEquals(200, same.code());
    assertTrue(same.text().contains("1 runs"));
    StringBuilder many = new StringBuilder("/compare?run=whole");
    for (int i = 0; i < 200; i++) {
      many.append("&run=").append(i);
    }
    assertEquals(400, browser.get(many.toString()).code());
  }

  /** Clients that follow a page and go away leave none that is followed. */
  @Test
  void vanishedClientsLeaveNothing() throws Exception {
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      clients.add(
          client(
              "GET /run/whole HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"));
    }
    assertEquals(200, browser.get("/run/whole").code());
    for (Socket client : clients) {
      client.close();
    }
    assertTrue(
        server.followed().tryAcquire(RequestHandler.MOST_FOLLOWED, Await.MOST.toSeconds(), SECONDS),
        "%d are free".formatted(server.followed().availablePermits()));
    server.followed().release(RequestHandler.MOST_FOLLOWED);
    try (BufferedReader events = browser.follow("/run/whole")) {
      assertTrue(events.readLine().startsWith("retry:"), "a page can be followed again");
    }
  }

  private static Socket client(String sends) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    client.getOutputStream().write(sends.getBytes(StandardCharsets.US_ASCII));
    return client;
  }

  /** 300 such clients are connected at once, more than the JDK's server allows by default. */
  @Test
  void clientsThatNeverEndTheirRequestKeepNoOtherOut() throws Exception {
    Await.until("an answer before the server drops the first of them", () -> isAnsweredBeside(300));
  }

  /** Whether all these clients are still connected when another has its answer. */
  private static boolean isAnsweredBeside(int count) throws IOException {
    List<SocketChannel> clients = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        SocketChannel client = SocketChannel.open(at());
        clients.add(client);
        client.write(UTF_8.encode("GET /run/whole HTTP/1.1\r\nHost: local"));
        client.configureBlocking(false);
      }
      assertEquals(200, browser.get("/run/whole").code());
      for (SocketChannel client : clients) {
        if (isClosed(client)) {
          return false;
        }
      }
      return true;
    } finally {
      for (SocketChannel client : clients) {
        client.close();
      }
    }
  }

  private static boolean isClosed(SocketChannel client) {
    try {
      return client.read(ByteBuffer.allocate(1)) != 0; // the server sends nothing, or the end
    } catch (IOException _) {
      return true;
    }
  }

  private static InetSocketAddress at() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.address().getPort());
  }

  @Test
  void aDamagedResultDoesNotHideTheOthers() throws IOException {
    Path folder = Files.createDirectories(runs.resolve("damaged"));
    for (String file : List.of("config.yaml", "metrics.jsonl", "result.json")) {
      Files.copy(runs.resolve("whole").resolve(file), folder.resolve(file));
    }
    Files.writeString(folder.resolve("result.json"), "x", StandardOpenOption.APPEND);
    assertTrue(browser.get("/").text().contains("/run/whole"));
    assertTrue(browser.get("/run/damaged").text().contains("Its folder cannot be read"));
    var names = new Dashboard(List.of(runs)).summary().stream().map(run -> run.name()).toList();
    assertTrue(names.containsAll(List.of("damaged", "whole")), names.toString());
  }

  @Test
  void aTimelineElsewhereIsNotRead() throws IOException {
    Path folder = Files.createDirectories(runs.resolve("link-of-timeline"));
    for (String file : List.of("config.yaml", "metrics.jsonl")) {
      Files.copy(runs.resolve("whole").resolve(file), folder.resolve(file));
    }
    Path outside = Files.writeString(runs.resolve("outside.json"), "{\"s3cret\": 1}");
    Files.createSymbolicLink(folder.resolve("timeline.json"), outside);
    assertEquals(404, browser.get("/run/link-of-timeline?file=timeline.json").code());
    Browser.Answer page = browser.get("/run/link-of-timeline");
    assertEquals(200, page.code());
    assertFalse(page.text().contains("s3cret"));
  }

  /** The time left follows the last epochs; the first ones of a process are slow. */
  @Test
  void warmUpDoesNotCountForTheTimeLeft() throws IOException {
    Path folder = Files.createDirectories(runs.resolve("warm"));
    Files.copy(runs.resolve("whole/config.yaml"), folder.resolve("config.yaml"));
    StringBuilder lines = new StringBuilder();
    for (int epoch = 1; epoch <= 12; epoch++) {
      double seconds = epoch <= 2 ? 1000 : 1;
      lines.append("{\"epoch\":%d,\"loss\":1,\"seconds\":%s}\n".formatted(epoch, seconds));
    }
    Files.writeString(folder.resolve("metrics.jsonl"), lines);
    WatchedRun run = WatchedRun.read("warm", new RunFolder(folder));
    assertEquals(1, RunStatusText.secondsPerEpoch(run, 0, 2010), 1e-9);
    assertEquals(2, RunStatusText.secondsPerEpoch(run, 0, 4020), 1e-9, "half of it is evaluation");
    assertEquals(1, RunStatusText.secondsPerEpoch(run, 9, 3), 1e-9, "resumed");
    assertTrue(Double.isNaN(RunStatusText.secondsPerEpoch(run, 10, 3)), "warm-up only");
  }

  @Test
  void figuresForMonitoring() throws IOException {
    Browser.Answer metrics = browser.get("/metrics");
    assertEquals("text/plain; version=0.0.4; charset=utf-8", metrics.header("Content-Type"));
    for (String line :
        List.of(
            "# TYPE atoll_runs gauge",
            "atoll_run_epoch{model=\"sage\",recipe=\"vanilla\",run=\"whole\"} 3",
            "# TYPE atoll_run_bytes_total counter",
            "atoll_run_score{model=\"sage\",nodes=\"test\",recipe=\"dgs\",run=\"below/a b\"")) {
      assertTrue(metrics.text().contains(line), metrics.text());
    }
    double bytes =
        metrics
            .text()
            .lines()
            .filter(line -> line.startsWith("atoll_run_bytes_total") && line.contains("whole"))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
            .sum();
    double expected =
        new RunFolder(runs.resolve("whole"))
            .readMetrics().stream().mapToDouble(EpochLine::totalBytes).sum();
    assertEquals(expected, bytes);
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
    while (browser.get("/run/live").code() != 200) {
      assertTrue(training.isAlive(), "it was not seen while it went on");
    }
    int live = 0;
    boolean finished = false;
    try (BufferedReader events = browser.follow("/run/live")) {
      while (!finished) {
        String line = events.readLine();
        assertNotNull(line, "the stream ended before the run");
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
    return WatchedRun.read("run", new RunFolder(folder)).state();
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
