package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code memory.peakBytes} counts. */
class WorkerMemoryTest {
  @TempDir Path folder;

  private JsonNode train(String... options) throws IOException {
    List<String> words =
        new ArrayList<>(List.of("train", "--quiet", "--overwrite", "--json", "-", "--out"));
    words.add(folder.resolve("run").toString());
    words.addAll(Arrays.asList(options));
    return Outcome.of(words.toArray(String[]::new)).succeeded().json();
  }

  private static long most(JsonNode result, String field) {
    long most = 0;
    for (JsonNode worker : result.at("/memory/" + field)) {
      most = Math.max(most, worker.asLong());
    }
    return most;
  }

  /** The same batches, with and without a cache. */
  @Test
  void cachedRowsAreCounted() throws IOException {
    String[] plain = sampled("--recipe", "placement", "--set", "placement=owner");
    String[] cached = sampled("--recipe", "placement", "--set", "placement.rows=0.2n");
    JsonNode without = train(plain);
    JsonNode with = train(cached);
    long cache = with.at("/memory/cacheBytes/0").asLong();
    assertTrue(cache > 0);
    assertEquals(without.get("weightsSha256"), with.get("weightsSha256"));
    assertEquals(
        without.at("/memory/peakBytes/0").asLong() + cache,
        with.at("/memory/peakBytes/0").asLong());
  }

  /** Explanations and the tables of samplers, beside what training itself needs. */
  @Test
  void explanationsAreCounted() throws IOException {
    String[] explained =
        sampled("--recipe", "dgs", "--set", "columns=all", "--set", "explain.every=2");
    JsonNode with = train(explained);
    JsonNode without =
        train(sampled("--recipe", "dgs", "--set", "columns=all", "--set", "importance=none"));
    long explanation = with.at("/explanation/heldBytes/0").asLong();
    assertTrue(explanation > 0);
    assertTrue(
        with.at("/memory/peakBytes/0").asLong()
            >= without.at("/memory/peakBytes/0").asLong() + explanation / 2);
  }

  private static String[] sampled(String... more) {
    return Stream.concat(
            Stream.of(
                "--workers 2 --epochs 2 --set batch=32 --set fanouts=5,5 --set model.hidden=16"
                    .concat(" --preset none --set schedule=sequential")
                    .split(" ", -1)),
            Stream.of(more))
        .toArray(String[]::new);
  }

  /**
   * A worker process grows by what is counted. The Java machine takes memory of its own (code,
   * threads, the heap before it is collected), so a small run is subtracted from a large one; both
   * are trained by two processes. Anonymous memory alone is compared: mapped datasets and shards
   * are files. The rows that a worker owns are added, for {@code peakBytes} leaves them out.
   *
   * <p>From below, a fifth may be missing: buffers that were taken and not filled to the end are
   * counted, but have no pages. From above there may be a quarter more, for what the allocator and
   * the alignment of buffers add, and 96 MB: a longer run compiles more code and leaves more
   * garbage on a heap that is not yet full. Memory that is as large as the layers of a model and
   * not counted would be more than that.
   */
  @Test
  @Tag("slow")
  @EnabledOnOs(OS.LINUX)
  void processesGrowByWhatIsCounted() throws Exception {
    Grown small = grown(1_000);
    Grown large = grown(30_000);
    double counted = large.counted() - small.counted();
    double resident = large.resident() - small.resident();
    assertTrue(counted > 120e6, "too small to tell: " + counted);
    assertTrue(
        0.8 * counted <= resident && resident <= 1.25 * counted + 96e6,
        "workers grew by %.0f MB, counted were %.0f MB".formatted(resident / 1e6, counted / 1e6));
  }

  private record Grown(double counted, double resident) {}

  private Grown grown(int nodes) throws Exception {
    Path graph = folder.resolve("graph-" + nodes);
    int width = 256;
    Outcome.of(
            "generate --kind sbm --nodes %d --edges %d --features %d --out %s"
                .formatted(nodes, nodes * 10, width, graph)
                .split(" ", -1))
        .succeeded();
    Map<Long, Long> resident = new ConcurrentHashMap<>();
    Thread watcher = Thread.ofPlatform().daemon().start(() -> watch(resident));
    JsonNode result =
        train(
            ("--recipe bns-gcn --engine processes --workers 2 --data %s --preset none --epochs 1"
                    + " --set model.layers=3 --set model.hidden=256 --set evaluate.every=1000")
                .formatted(graph)
                .split(" ", -1));
    watcher.interrupt();
    watcher.join();
    double owned = (double) nodes / 2 * width * Float.BYTES;
    double most = resident.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    return new Grown(most(result, "peakBytes") + owned, most);
  }

  /** Keeps the largest anonymous memory of every child. */
  private static void watch(Map<Long, Long> resident) {
    while (!Thread.interrupted()) {
      ProcessHandle.current()
          .children()
          .forEach(
              child -> {
                long now = anonymousBytes(child.pid());
                resident.merge(child.pid(), now, Math::max);
              });
      try {
        Thread.sleep(20);
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  private static long anonymousBytes(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
      return lines
          .filter(line -> line.startsWith("RssAnon:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException _) {
      return 0; // it has ended
    }
  }
}
