package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.Atoll;
import dev.atoll.app.plan.LeastMemory;
import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.testkit.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the memory that a run reports with what the system counts. */
class WorkerMemoryTest {
  private static final long HEAP_BYTES = 128L << 20;

  /** Code, classes and threads of a Java machine. */
  private static final long MACHINE_BYTES = 64L << 20;

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

  /** Equal batches, with and without a cache. */
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
   * threads, a heap of fixed size all of whose pages are there from the start), so a small run is
   * subtracted from a large one; both are trained by two processes. Only anonymous memory is
   * compared: mapped datasets and shards are files, and so are the rows that a worker owns.
   *
   * <p>From below, a fifth may be missing: buffers that were taken and not filled to the end are
   * counted, but have no pages. From above there may be a quarter more, for what the allocator and
   * the alignment of buffers add, and 96 MB, since a longer run compiles more code. Memory that is
   * as large as the layers of a model and not counted would be more than that.
   */
  @Test
  @Tag("slow")
  @EnabledOnOs(OS.LINUX)
  void processesGrowByWhatIsCounted() throws Exception {
    Grown small = grown(1_000);
    Grown large = grown(30_000);
    double counted = large.counted() - small.counted();
    double resident = large.resident() - small.resident();
    System.out.printf(
        "workers grew by %.0f MB, counted were %.0f MB%n", resident / 1e6, counted / 1e6);
    assertTrue(counted > 120e6, "too small to tell: " + counted);
    assertTrue(
        0.8 * counted <= resident && resident <= 1.25 * counted + 96e6,
        "workers grew by %.0f MB, counted were %.0f MB".formatted(resident / 1e6, counted / 1e6));
  }

  /** The report is within 15 % of the largest anonymous memory that the system saw. */
  @ParameterizedTest
  @Tag("slow")
  @EnabledOnOs(OS.LINUX)
  @CsvSource({
    "single, 1, threads, 20000",
    "fastsample, 1, threads, 1000",
    "fastsample, 1, threads, 60000",
    "distdgl, 2, threads, 60000",
    "bns-gcn, 2, processes, 20000"
  })
  void theReportIsWhatTheSystemCounts(String recipe, int workers, String engine, int nodes)
      throws Exception {
    Path graph = generated(nodes, 128);
    Path json = folder.resolve("result.json");
    String[] command =
        ("train --quiet --recipe %s --engine %s --workers %d --data %s --preset none --epochs 2"
                + " --out %s --json %s")
            .formatted(recipe, engine, workers, graph, folder.resolve("run"), json)
            .split(" ", -1);
    Process lead = JavaProcess.of(List.of(), Atoll.class, command).inheritIO().start();
    Most most = largest(lead, () -> Stream.concat(Stream.of(lead.toHandle()), lead.descendants()));
    assertEquals(0, lead.waitFor());
    long reported = most(new ObjectMapper().readTree(json.toFile()), "residentBytes");
    assertTrue(
        reported <= 1.15 * most.ofOne() && most.ofOne() <= 1.15 * reported,
        "reported %.0f MB, the system saw %.0f MB".formatted(reported / 1e6, most.ofOne() / 1e6));
    LeastMemory least = least(graph);
    assertTrue(least.bytes() <= most.ofAll(), least + " of " + most);
  }

  /**
   * A heap of fixed size leaves out garbage. What is counted, the heap and the Java machine are
   * then within 15 % of the largest anonymous memory that the system saw, and more than half of it
   * is known before the run starts.
   */
  @ParameterizedTest
  @Tag("slow")
  @EnabledOnOs(OS.LINUX)
  @ValueSource(strings = {"single", "fastsample"})
  void aLargeRunIsCountedAndMostlyKnownBefore(String recipe) throws Exception {
    Path graph = generated(300_000, 128);
    Path json = folder.resolve("result.json");
    String[] command =
        "train --quiet --workers 1 --recipe %s --data %s --preset none --epochs 1 --out %s --json %s"
            .formatted(recipe, graph, folder.resolve("run"), json)
            .split(" ", -1);
    Process lead = JavaProcess.of(fixedHeap(HEAP_BYTES), Atoll.class, command).inheritIO().start();
    Most most = largest(lead, () -> Stream.of(lead.toHandle()));
    assertEquals(0, lead.waitFor());
    double counted =
        HEAP_BYTES
            + MACHINE_BYTES
            + (double) most(new ObjectMapper().readTree(json.toFile()), "peakBytes");
    LeastMemory least = least(graph);
    String found = "counted %.0f MB, %s, %s".formatted(counted / 1e6, least, most);
    System.out.println(found);
    assertTrue(counted <= 1.15 * most.ofAll() && most.ofAll() <= 1.15 * counted, found);
    assertTrue(least.bytes() <= most.ofAll() && least.bytes() >= 0.55 * most.ofAll(), found);
  }

  private static List<String> fixedHeap(long bytes) {
    return List.of("-Xms" + bytes, "-Xmx" + bytes, "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC");
  }

  /** The memory without which the last run would have been refused. */
  private LeastMemory least(Path graph) throws IOException {
    var settings = Settings.of(new RunFolder(folder.resolve("run")).readSettings());
    try (Dataset dataset = DatasetFolder.open(graph)) {
      return LeastMemory.of(settings, dataset);
    }
  }

  private Path generated(int nodes, int width) {
    Path graph = folder.resolve("graph-" + nodes);
    Outcome.of(
            "generate --kind sbm --nodes %d --edges %d --features %d --out %s"
                .formatted(nodes, nodes * 10, width, graph)
                .split(" ", -1))
        .succeeded();
    return graph;
  }

  private record Grown(double counted, double resident) {}

  private Grown grown(int nodes) throws Exception {
    Path json = folder.resolve("result-" + nodes + ".json");
    Path graph = generated(nodes, 256);
    String[] command =
        ("train --quiet --overwrite --recipe bns-gcn --engine processes --workers 2 --data %s"
                + " --preset none --epochs 1 --set model.layers=3 --set model.hidden=256"
                + " --set evaluate.every=1000 --out %s --json %s")
            .formatted(graph, folder.resolve("run"), json)
            .split(" ", -1);
    Process lead =
        JavaProcess.of(fixedHeap(2 * HEAP_BYTES), Atoll.class, command).inheritIO().start();
    long most = largest(lead, lead::descendants).ofOne();
    assertEquals(0, lead.waitFor());
    return new Grown(most(new ObjectMapper().readTree(json.toFile()), "peakBytes"), most);
  }

  /**
   * The largest anonymous memory of processes, in bytes.
   *
   * @param ofOne of the process that has most
   * @param ofAll of all at the same time
   */
  private record Most(long ofOne, long ofAll) {}

  /** The largest anonymous memory of these processes until the lead has ended. */
  private static Most largest(Process lead, Supplier<Stream<ProcessHandle>> watched)
      throws InterruptedException {
    long ofOne = 0;
    long ofAll = 0;
    while (!lead.waitFor(20, TimeUnit.MILLISECONDS)) {
      long sum = 0;
      for (ProcessHandle process : watched.get().toList()) {
        long bytes = anonymousBytes(process.pid());
        ofOne = Math.max(ofOne, bytes);
        sum += bytes;
      }
      ofAll = Math.max(ofAll, sum);
    }
    return new Most(ofOne, ofAll);
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
