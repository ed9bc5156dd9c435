package dev.atoll.app.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.command.Outcome;
import dev.atoll.recipe.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many small steps over processes. Memory, descriptors and threads of every process are sampled
 * from {@code /proc}; what grows from the second fifth of the samples to the last is a leak.
 */
@Tag("campaign")
class SoakTest {
  private static final int STEPS = Integer.getInteger("atoll.campaign.steps", 100_000);
  private static final int STEPS_PER_EPOCH = 250;
  private static final long SAMPLE_MILLIS = 500;
  private static final double MOST_GROWTH = 1.1;
  private static final long SLACK_KIB = 32 << 10;
  private static final long SLACK_COUNT = 2;

  @TempDir private Path folder;

  /** The resources of a process at a moment. */
  private record Sample(long residentKib, long descriptors, long threads) {
    static Sample of(long pid) throws IOException {
      Path proc = Path.of("/proc", Long.toString(pid));
      try (Stream<Path> open = Files.list(proc.resolve("fd"))) {
        return new Sample(field(proc, "RssAnon"), open.count(), field(proc, "Threads"));
      }
    }

    private static long field(Path proc, String name) throws IOException {
      return Files.readAllLines(proc.resolve("status")).stream()
          .filter(line -> line.startsWith(name + ":"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    }
  }

  @Test
  void nothingGrows() throws Exception {
    Path data = folder.resolve("data");
    Outcome.of(
            ("generate --kind sbm --nodes 900 --edges 3000 --communities 4 --features 8 --classes 4"
                    + " --out "
                    + data)
                .split(" ", -1))
        .succeeded();
    Path run = folder.resolve("run");
    Path log = folder.resolve("log.txt");
    int epochs = STEPS / STEPS_PER_EPOCH;
    Map<Long, List<Sample>> samples = new LinkedHashMap<>();
    try (AtollProcess atoll =
        AtollProcess.start(
            folder,
            log,
            ("train --recipe distdgl --workers 2 --engine processes --set batch=1 --set"
                    + " model.hidden=4 --set fanouts=3,3 --set threads=1 --set evaluate.every=50"
                    + " --epochs %d --data %s --out %s")
                .formatted(epochs, data, run)
                .split(" ", -1))) {
      while (atoll.isAlive()) {
        sample(atoll.pid(), samples);
        for (ProcessHandle worker : atoll.workers()) {
          sample(worker.pid(), samples);
        }
        TimeUnit.MILLISECONDS.sleep(SAMPLE_MILLIS);
      }
      assertEquals(0, atoll.exitCode(), Files.readString(log));
    }
    assertEquals(epochs, new RunFolder(run).readMetrics().size());
    samples.values().removeIf(list -> list.size() < 20);
    assertEquals(2, samples.size(), "lead and worker");
    samples.forEach(SoakTest::requireFlat);
  }

  private static void sample(long pid, Map<Long, List<Sample>> samples) {
    try {
      samples.computeIfAbsent(pid, _ -> new ArrayList<>()).add(Sample.of(pid));
    } catch (IOException _) {
      // it has just ended
    }
  }

  private static void requireFlat(long pid, List<Sample> samples) {
    Sample early = median(samples, 1);
    Sample late = median(samples, 4);
    System.out.println("soak: process " + pid + ": " + early + " … " + late);
    assertTrue(
        late.residentKib < early.residentKib * MOST_GROWTH + SLACK_KIB,
        "memory grows: " + early + " … " + late);
    assertTrue(
        late.descriptors <= early.descriptors + SLACK_COUNT,
        "descriptors grow: " + early + " … " + late);
    assertTrue(
        late.threads <= early.threads + SLACK_COUNT, "threads grow: " + early + " … " + late);
  }

  /** The medians of a fifth of the samples. */
  private static Sample median(List<Sample> samples, int fifth) {
    List<Sample> part =
        samples.subList(samples.size() * fifth / 5, samples.size() * (fifth + 1) / 5);
    return new Sample(
        middle(part.stream().map(Sample::residentKib).toList()),
        middle(part.stream().map(Sample::descriptors).toList()),
        middle(part.stream().map(Sample::threads).toList()));
  }

  private static long middle(List<Long> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
