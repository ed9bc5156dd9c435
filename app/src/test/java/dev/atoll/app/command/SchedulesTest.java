package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Preparation of batches, the reports of a run on it, and the recipe that is named after ByteGNN.
 */
class SchedulesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int EPOCHS = 2;
  private static final int WORKERS = 2;

  @TempDir Path folder;

  private JsonNode train(String run, String... more) throws IOException {
    var args = new ArrayList<>(List.of("train", "--epochs", "" + EPOCHS, "--json", "-"));
    args.addAll(List.of("--workers", "" + WORKERS, "--set", "model.hidden=8"));
    args.addAll(Outcome.samples(more) ? List.of("--set", "batch=8") : List.of());
    args.addAll(List.of("--out", folder.resolve(run).toString()));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new)).succeeded().json();
  }

  private List<JsonNode> lines(String run) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve(run).resolve("events.jsonl"))) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  @Test
  void schedulesAndServersGiveTheSameWeights() throws IOException {
    JsonNode bytegnn = train("two-level", "--recipe", "bytegnn");
    JsonNode sequential =
        train("sequential", "--recipe", "bytegnn", "--set", "schedule=sequential");
    JsonNode reduced = train("reduced", "--recipe", "bytegnn", "--set", "sync=all-reduce");
    assertEquals(bytegnn.get("weightsSha256"), sequential.get("weightsSha256"));
    assertEquals(bytegnn.get("weightsSha256"), reduced.get("weightsSha256"));
    assertEquals(
        reduced.at("/bytesPerEpoch/gradients").asLong(),
        bytegnn.at("/bytesPerEpoch/gradients").asLong());
    assertFalse(Files.exists(folder.resolve("sequential/events.jsonl")));
    assertFalse(Files.exists(folder.resolve("two-level/timeline.json")));
  }

  @Test
  void everyLaunchShowsWhyItWas() throws IOException {
    train("run", "--recipe", "bytegnn", "--set", "network.latencyMicros=1000");
    List<JsonNode> launches = lines("run");
    int steps = launches.stream().mapToInt(line -> line.get("step").asInt()).max().orElse(0) + 1;
    assertTrue(steps > 3, steps + " steps");
    assertEquals(EPOCHS * WORKERS * steps, launches.size());
    for (JsonNode line : launches) {
      double threshold = line.get("threshold").asDouble();
      int queue = line.get("queue").asInt();
      if (line.get("making").asInt() + queue > 0) {
        assertTrue(line.get("score").asDouble() >= threshold, line.toString());
      }
      double sample = line.get("sampleMillis").asDouble();
      double train = line.get("trainMillis").asDouble();
      if (sample > 0 && train > 0) {
        double use = line.get("cpuPercent").asDouble();
        double free = 101 - Math.exp(use / (100 / Math.log(101)));
        double balance = sample / (train * Math.max(queue, 0.5));
        double score = line.get("gapMillis").asDouble() * free * balance;
        assertEquals(score, line.get("score").asDouble(), 1e-6 * score + 1e-9);
      }
    }
  }

  @Test
  void aTimelineShowsEveryTaskOfEveryWorker() throws IOException {
    train("run", "--recipe", "bytegnn", "--timeline");
    Set<String> names = spans("run");
    for (String name : List.of("seeds", "hop 0", "hop 1", "fetch seeds", "fetch 0", "fetch 1")) {
      assertTrue(names.contains(name), name + " of " + names);
    }
    assertTrue(names.containsAll(List.of("batch", "compute", "reduce", "evaluate")), "" + names);
  }

  @Test
  void aTimelineOfTheWholeGraphShowsExchanges() throws IOException {
    train("run", "--recipe", "vanilla", "--timeline");
    assertTrue(spans("run").containsAll(List.of("compute", "exchange", "reduce")));
  }

  /** The names of all spans; they lie in the time of the run and belong to a named thread. */
  private Set<String> spans(String run) throws IOException {
    JsonNode events =
        JSON.readTree(folder.resolve(run).resolve("timeline.json").toFile()).get("traceEvents");
    Set<String> names = new TreeSet<>();
    Set<String> threads = new TreeSet<>();
    Set<String> named = new TreeSet<>();
    for (JsonNode event : events) {
      String thread = event.get("pid") + "/" + event.get("tid");
      if (event.get("ph").asText().equals("X")) {
        names.add(event.get("name").asText());
        threads.add(thread);
        assertTrue(event.get("ts").asLong() >= 0 && event.get("dur").asLong() >= 0);
      } else if (event.get("name").asText().equals("thread_name")) {
        named.add(thread);
      }
    }
    assertEquals(threads, named);
    assertTrue(threads.stream().anyMatch(thread -> thread.startsWith("1/")), "" + threads);
    return names;
  }
}
