package dev.atoll.recipe.run;

import dev.atoll.files.Utf8File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The last report of a run on its progress.
 *
 * @param facts of {@code progress.json}
 * @param written the time of the report
 */
public record RunProgress(ProgressFacts facts, Instant written) {
  /** A process without a report for this long is gone, unless it is seen on this machine. */
  private static final Duration PATIENCE = ProgressFile.INTERVAL.multipliedBy(8);

  /** Empty where a run is finished, or older than this file. */
  static Optional<RunProgress> read(Path file) throws IOException {
    try {
      return Optional.of(
          new RunProgress(
              Json.read(Utf8File.read(file), ProgressFacts.class),
              Files.getLastModifiedTime(file).toInstant()));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /** Whether the run continues; a suspended process writes nothing and is still there. */
  public boolean isAlive() {
    return ended().isEmpty() && (isRecent() || facts.isSeen());
  }

  private boolean isRecent() {
    return Duration.between(written, Instant.now()).compareTo(PATIENCE) < 0;
  }

  public Optional<String> ended() {
    return Optional.ofNullable(facts.ended());
  }

  /** The error that ended the run, where it could be written. */
  public Optional<String> failure() {
    return Optional.ofNullable(facts.failure());
  }
}
