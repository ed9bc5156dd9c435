package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.files.FileDigest;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.testkit.Await;
import dev.atoll.testkit.Wiretap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers on several machines, which are loopback addresses here. */
@Timeout(300)
class HostsTest {
  @TempDir Path folder;
  private Path secret;
  private int port;
  private int epochs = 2;

  @BeforeEach
  void prepare() throws IOException {
    secret = folder.resolve("secret");
    Files.createFile(
        secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(secret, "correct horse battery staple");
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
  }

  private Outcome train(String run, String... more) {
    var args =
        new ArrayList<>(List.of("train", "--recipe", "distdgl", "--set", "epochs=" + epochs));
    args.addAll(List.of("--set", "model.hidden=8", "--set", "batch=32", "--json", "-"));
    args.addAll(List.of("--set", "deadline=600")); // processes take long to start beside a load
    args.addAll(List.of("--out", folder.resolve(run).toString()));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new));
  }

  private Outcome lead(String run, String hosts, String... more) {
    var args = new ArrayList<>(List.of("--hosts", hosts, "--set", "network.port=" + port));
    args.addAll(List.of("--secret-file", secret.toString()));
    args.addAll(List.of(more));
    return train(run, args.toArray(String[]::new));
  }

  private CompletableFuture<Outcome> worker(String host, String... more) {
    var args = new ArrayList<>(List.of("worker", "--join", "127.0.0.1:" + port));
    args.addAll(List.of("--secret-file", secret.toString(), "--host", host));
    args.addAll(List.of(more));
    return CompletableFuture.supplyAsync(
        () -> Outcome.of(args.toArray(String[]::new)), HostsTest::start);
  }

  private static void start(Runnable command) {
    Thread.ofPlatform().daemon().start(command);
  }

  /** One machine sees the lead's folder, the other fetches its shards. */
  @Test
  @Tag("slow")
  void machinesGiveTheBitsOfThreads() throws IOException {
    Path fetched = folder.resolve("fetched");
    Files.createDirectories(fetched.resolve("shards")); // left behind by an earlier attempt
    Files.writeString(fetched.resolve("shards/part-2-halo.npy"), "of another cut");
    Files.writeString(
        fetched.resolve("share.json"),
        "{\"lead\":\"127.0.0.1\",\"run\":\"%s\",\"made\":true}".formatted(folder.resolve("hosts")));
    var near = worker("127.0.0.2");
    var far = worker("127.0.0.3", "--folder", fetched.toString());
    Outcome led = lead("hosts", "127.0.0.1,127.0.0.2,127.0.0.3:2", "--set", "network.tls=true");
    for (Outcome outcome : List.of(led, near.join(), far.join())) {
      assertEquals(0, outcome.code(), () -> led.err() + near.join().err() + far.join().err());
    }
    JsonNode hosts = led.json();
    JsonNode threads = train("threads", "--workers", "4").succeeded().json();
    assertEquals(threads.get("weightsSha256"), hosts.get("weightsSha256"));
    assertEquals(threads.get("bytesPerEpoch"), hosts.get("bytesPerEpoch"));
    assertEquals("processes", hosts.get("engine").asText());
    assertFalse(Files.exists(fetched), "what was fetched is deleted");
    assertTrue(near.join().err().contains("reads the lead's shards"), near.join().err());
    assertTrue(far.join().err().contains("ranks [2, 3]"), far.join().err());
    assertTrue(far.join().err().contains("of shards into " + fetched), far.join().err());
  }

  /** The other machine has a run of the same name, and then an empty folder of the user's. */
  @Test
  @Tag("slow")
  void aFolderThatIsNoShareOfTheRunStaysAsItIs() throws IOException {
    Path local = folder.resolve("local");
    train("local", "--workers", "2").succeeded();
    Map<String, String> before = digests(local);
    var refused = worker("127.0.0.2", "--folder", local.toString());
    var lead =
        CompletableFuture.supplyAsync(() -> lead("hosts", "127.0.0.1,127.0.0.2"), HostsTest::start);
    refused.join().failed(1, local.toString(), "no share of the run", "--folder");
    assertEquals(before, digests(local));
    Path empty = Files.createDirectory(folder.resolve("empty"));
    var own = worker("127.0.0.2", "--folder", empty.toString());
    lead.join().succeeded();
    own.join().succeeded();
    assertEquals(Map.of(), digests(empty), "what was fetched is deleted");
    assertTrue(Files.exists(empty), "the folder was there before");
  }

  private static Map<String, String> digests(Path folder) throws IOException {
    var digests = new TreeMap<String, String>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        digests.put(file.toString(), FileDigest.of(file));
      }
    }
    return digests;
  }

  /**
   * A machine that fetches its shards through a recording proxy: all but the start is encrypted.
   */
  @Test
  @Tag("slow")
  void withTlsNothingOfTheDataCanBeRead() throws IOException {
    assertEquals(List.of(), heard(true));
  }

  @Test
  @Tag("slow")
  void withoutTlsTheDataCanBeRead() throws IOException {
    List<String> heard = heard(false);
    assertTrue(heard.contains("whole/part-1-features.npy"), heard.toString());
  }

  /** The settings and files of shards that a recording proxy hears of. */
  private List<String> heard(boolean tls) throws IOException {
    Path far = folder.resolve("far");
    List<String> heard = new ArrayList<>();
    try (Wiretap tap = Wiretap.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
      var args = new ArrayList<>(List.of("worker", "--secret-file", secret.toString()));
      args.addAll(List.of("--join", "127.0.0.1:" + tap.address().getPort()));
      args.addAll(List.of("--host", "127.0.0.2", "--folder", far.toString()));
      var worker =
          CompletableFuture.supplyAsync(
              () -> Outcome.of(args.toArray(String[]::new)), HostsTest::start);
      Path shards = folder.resolve("whole");
      Outcome.of("partition", "--parts", "2", "--features", "--out", shards.toString()).succeeded();
      lead(
              "hosts",
              "127.0.0.1,127.0.0.2",
              "--set",
              "network.tls=" + tls,
              "--set",
              "shards=" + shards)
          .succeeded();
      worker.join().succeeded();
      assertTrue(tap.heard("ATOL"), "the handshake is recorded");
      assertFalse(tap.heard(Files.readString(secret)), "the secret");
      for (String line : Files.readAllLines(folder.resolve("hosts/config.yaml"))) {
        if (line.length() > 8 && tap.heard(line)) {
          heard.add(line);
        }
      }
      try (Stream<Path> files = Files.list(shards)) {
        for (Path file : files.toList()) {
          byte[] content = Files.readAllBytes(file);
          int middle = content.length / 2;
          if (tap.heard(
              Arrays.copyOfRange(content, middle, Math.min(middle + 64, content.length)))) {
            heard.add(folder.relativize(file).toString());
          }
        }
      }
    }
    return heard;
  }

  /**
   * A worker is killed once there is a checkpoint, which the other machine then lacks. Messages are
   * slow, so that the run is not over by then.
   */
  @Test
  @Tag("slow")
  void anInterruptedRunContinuesOnAllMachines() throws Exception {
    epochs = 6;
    Path own = folder.resolve("far");
    Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());
    var far = worker("127.0.0.3", "--folder", own.toString());
    var lead =
        CompletableFuture.supplyAsync(
            () ->
                lead(
                    "broken",
                    "127.0.0.1,127.0.0.3",
                    "--set",
                    "checkpoint.every=1",
                    "--set",
                    "network.latencyMicros=30000"),
            HostsTest::start);
    Path checkpoint = new RunFolder(folder.resolve("broken")).checkpoint();
    Await.until("a checkpoint", () -> Files.exists(checkpoint) || lead.isDone());
    ProcessHandle.current()
        .children()
        .filter(child -> !before.contains(child))
        .findFirst()
        .orElseThrow()
        .destroyForcibly();
    lead.join().failed(1, "rank");
    far.join().failed(1, "");
    assertTrue(Files.exists(checkpoint), "the run can be resumed");
    Files.deleteIfExists(new RunFolder(own).checkpoint());
    var again = worker("127.0.0.3", "--folder", own.toString());
    JsonNode resumed =
        Outcome.of("train", "--resume", folder.resolve("broken").toString(), "--json", "-")
            .succeeded()
            .json();
    again.join().succeeded();
    JsonNode threads = train("threads", "--workers", "2").succeeded().json();
    assertEquals(threads.get("weightsSha256"), resumed.get("weightsSha256"));
    assertFalse(Files.exists(own), "what was fetched is deleted");
  }

  @Test
  void aHostThatNeverComesIsNamed() {
    Outcome run =
        lead("late", "127.0.0.1,127.0.0.4", "--set", "hosts.deadline=1")
            .failed(1, "waited 1 s", "127.0.0.4", "did not join", "atoll worker");
    assertTrue(run.err().contains("atoll worker --join 127.0.0.1:" + port), run.err());
  }

  @Test
  void aSecretIsMadeWhereNoneIsGiven() throws IOException {
    Outcome run =
        train("own", "--hosts", "127.0.0.1,127.0.0.4", "--set", "hosts.deadline=1")
            .failed(1, folder.resolve("own/secret").toString());
    assertFalse(run.err().contains("null"), run.err());
    assertFalse(Files.exists(folder.resolve("own/secret")));
  }

  @Test
  void whoDoesNotBelongIsToldWhy() throws Exception {
    var stranger = worker("127.0.0.9");
    var lead =
        new FutureTask<>(
            () -> lead("strangers", "127.0.0.1,127.0.0.4", "--set", "hosts.deadline=600"));
    Thread leading = Thread.ofPlatform().daemon().start(lead);
    stranger.join().failed(1, "127.0.0.9 is not among the hosts", "127.0.0.4");
    Files.writeString(secret, "another secret than that of the run");
    worker("127.0.0.4").join().failed(1, "another secret");
    leading.interrupt();
    lead.get().failed(1, "127.0.0.4", "interrupted");
  }

  @Test
  void mistakesAreNamedBeforeAnythingStarts() throws IOException {
    lead("a", "127.0.0.1,127.0.0.1").failed(2, "repeats a host");
    lead("a", "127.0.0.1:x").failed(2, "'x'", "HOST:N");
    lead("a", "127.0.0.1:2,127.0.0.2", "--workers", "5").failed(2, "name 3 workers", "workers=5");
    lead("a", "127.0.0.1,127.0.0.2", "--engine", "threads").failed(2, "--engine processes");
    lead("a", "127.0.0.1:3,127.0.0.2", "--set", "trainers=2").failed(2, "127.0.0.1", "multiple");
    train("a", "--set", "network.port=80").failed(2, "network.port", "--hosts");
    assertFalse(Files.exists(folder.resolve("a")));
    Outcome.of("worker", "--join", "nowhere", "--secret-file", "x").failed(2, "HOST:PORT");
    Outcome.of("worker", "--join", "127.0.0.1:1", "--secret-file", "x", "--wait", "1")
        .failed(1, "x", "no such file");
    Outcome.of("worker", "--join", "127.0.0.1:1", "--secret-file", secret.toString(), "--wait", "1")
        .failed(1, "127.0.0.1:1", "could not connect");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
    Outcome.of("worker", "--join", "127.0.0.1:1", "--secret-file", secret.toString())
        .failed(1, "others can read", "chmod 600");
  }
}
