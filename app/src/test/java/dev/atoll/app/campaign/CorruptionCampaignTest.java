package dev.atoll.app.campaign;

import dev.atoll.testkit.Campaign;
import dev.atoll.testkit.Campaign.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages one file of what Atoll reads and uses it: the result is the same, or an error names the
 * file. Never is it another result, an error without the file's name, a bug or a hang; a crash
 * would end the tests.
 */
class CorruptionCampaignTest {
  private static final Campaign CAMPAIGN = new Campaign("corruption", 30, Duration.ofMinutes(2));

  /** The number of cases per case that starts a process, which takes seconds. */
  private static final int PER_PROCESS = 100;

  @TempDir private Path folder;

  @Test
  void damageIsHarmlessOrNamed() throws Exception {
    List<Subject> subjects = Subjects.in(Files.createDirectory(folder.resolve("whole")));
    var libraries = new NativeCache(folder.resolve("cache"), subjects.getFirst().whole());
    CAMPAIGN.run(
        random ->
            damaged(
                random.nextInt(PER_PROCESS) == 0
                    ? libraries.filled()
                    : subjects.get(random.nextInt(subjects.size())),
                random));
  }

  private Outcome damaged(Subject subject, RandomGenerator random) throws IOException {
    long way = random.nextLong();
    Path place = Files.createTempDirectory(folder, "case");
    try {
      Path copy = Folders.copy(subject.whole(), place.resolve("copy"));
      List<Path> files = subject.files(copy);
      Path file = files.get(random.nextInt(files.size()));
      String damage = damage(file, files, random);
      Typed found = subject.use(copy, new SplittableRandom(way));
      Path sound = Folders.copy(subject.whole(), place.resolve("sound"));
      return judged(
          subject,
          file,
          damage + " of " + copy.relativize(file),
          found,
          found.result() == null ? null : subject.use(sound, new SplittableRandom(way)));
    } finally {
      Folders.delete(place);
    }
  }

  private static String damage(Path file, List<Path> files, RandomGenerator random)
      throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (random.nextInt(12) == 0) {
      Files.delete(file);
      return "deletion";
    }
    byte[] other = Files.readAllBytes(files.get(random.nextInt(files.size())));
    if (random.nextInt(12) == 0 && !Arrays.equals(other, bytes)) {
      Files.write(file, other);
      return "content of another file";
    }
    Files.write(file, Damage.damaged(bytes, random));
    return "damage";
  }

  private static boolean isUnfinished(Typed found) {
    return found.result() != null && found.result().contains("\"kind\":\"unfinished run\"");
  }

  private static Outcome judged(
      Subject subject, Path file, String damage, Typed found, Typed expected) {
    String name = subject.name();
    String error = found.outcome().err();
    if (damage.equals("deletion of result.json") && isUnfinished(found)) {
      return Outcome.good(name, "legal: as killed before its result, can be resumed");
    }
    if (found.result() != null) {
      return found.result().equals(expected.result())
          ? Outcome.good(name, "harmless: the same result")
          : subject.mayBeOther()
              ? Outcome.good(name, "legal: another list of parts")
              : Outcome.bad(
                  name, "SILENT", damage + ": " + found.result() + " for " + expected.result());
    }
    if (error.contains("bug in Atoll") || error.contains("\tat ")) {
      return Outcome.bad(name, "BUG", damage + ": " + error);
    }
    return error.contains(file.getFileName().toString())
        ? Outcome.good(name, "refused: the error names the file")
        : Outcome.bad(name, "UNNAMED", damage + ": " + error);
  }
}
