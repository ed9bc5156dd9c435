package dev.atoll.app.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.testkit.Campaign;
import dev.atoll.testkit.Campaign.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Imports small datasets of every format with damage in one file: they are refused with the name of
 * what was imported, and nothing stays behind, or what is written is a sound dataset no larger than
 * its source justifies.
 */
class ImportCampaignTest {
  private static final Campaign CAMPAIGN = new Campaign("imports", 60, Duration.ofMinutes(2));

  /**
   * The largest size of an import of a tiny file: 16 million nodes at 8 bytes and a little more.
   */
  private static final long MOST_BYTES = 400L << 20;

  @TempDir private Path folder;

  @Test
  void damageIsRefusedOrLegal() throws IOException, InterruptedException {
    List<Foreign> samples = ForeignSamples.all();
    CAMPAIGN.run(random -> imported(samples.get(random.nextInt(samples.size())), random));
  }

  @Test
  void soundSamplesAreImported() throws IOException {
    for (Foreign sample : ForeignSamples.all()) {
      Path place = Files.createTempDirectory(folder, "sound");
      Foreign.write(sample.encoded(), place.resolve("source"));
      assertEquals(0, run(sample, place).code(), () -> sample.name() + ": " + run(sample, place));
    }
  }

  private Outcome imported(Foreign sample, RandomGenerator random) throws IOException {
    Path place = Files.createTempDirectory(folder, "case");
    try {
      Foreign.write(damaged(sample, random), place.resolve("source"));
      return judged(sample, place, run(sample, place));
    } finally {
      Folders.delete(place);
    }
  }

  /** Damage comes before compression, or after it. */
  private static Map<String, byte[]> damaged(Foreign sample, RandomGenerator random)
      throws IOException {
    boolean inside = random.nextInt(3) > 0;
    Map<String, byte[]> whole = inside ? sample.files() : sample.encoded();
    List<String> names = List.copyOf(whole.keySet());
    String name = names.get(random.nextInt(names.size()));
    Map<String, byte[]> other = new LinkedHashMap<>(whole);
    if (random.nextInt(20) == 0) {
      other.remove(name);
    } else {
      other.put(name, Damage.damaged(whole.get(name), random));
    }
    return inside
        ? new Foreign(sample.name(), sample.source(), other, sample.options()).encoded()
        : other;
  }

  private static dev.atoll.app.command.Outcome run(Foreign sample, Path place) {
    Path source = place.resolve("source");
    List<String> line =
        new ArrayList<>(
            List.of(
                "import",
                source.resolve(sample.source()).toString(),
                "--out",
                place.resolve("out/data").toString()));
    for (String option : sample.options()) {
      line.add(option.startsWith("--") ? option : source.resolve(option).toString());
    }
    return dev.atoll.app.command.Outcome.of(line.toArray(String[]::new));
  }

  private static Outcome judged(Foreign sample, Path place, dev.atoll.app.command.Outcome found)
      throws IOException {
    Path out = place.resolve("out");
    if (found.code() == 0) {
      DatasetFolder.open(out.resolve("data"), DatasetFolder.Check.DIGESTS).close();
      long bytes = 0;
      for (Path file : Folders.files(out)) {
        bytes += Files.size(file);
      }
      return bytes > MOST_BYTES
          ? Outcome.bad(sample.name(), "TOO LARGE", bytes + " bytes")
          : Outcome.good(sample.name(), "accepted: a sound dataset");
    }
    String error = found.err();
    if (error.contains("bug in Atoll") || error.contains("\tat ")) {
      return Outcome.bad(sample.name(), "BUG", error);
    }
    if (!isEmpty(out)) {
      return Outcome.bad(sample.name(), "LEFTOVERS", error);
    }
    return error.contains(place.resolve("source").toString())
        ? Outcome.good(sample.name(), "refused: the error names the source")
        : Outcome.bad(sample.name(), "UNNAMED", error);
  }

  private static boolean isEmpty(Path out) throws IOException {
    if (!Files.exists(out)) {
      return true;
    }
    try (Stream<Path> left = Files.list(out)) {
      return left.findAny().isEmpty();
    }
  }
}
