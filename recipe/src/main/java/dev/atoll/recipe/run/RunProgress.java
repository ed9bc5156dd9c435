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
  /**
   * The time after which a process without a report counts as ended, unless it is visible on this
   * machine.
   */
  private static final Duration PATIENCE = ProgressFile.INTERVAL.multipliedBy(8);

  /** Reads the last report; empty for runs that are finished or older than this file. */
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

  /** Whether the run continues; a suspended process is alive although it writes nothing. */
  public boolean isAlive() {
    return ended().isEmpty() && (isRecent() || facts.owner().isSeen());
  }

  private boolean isRecent() {
    return Duration.between(written, Instant.now()).compareTo(PATIENCE) < 0;
  }

  public Optional<String> ended() {
    return Optional.ofNullable(facts.end().ended());
  }

  /** The error that ended the run, if it could be written. */
  public Optional<String> failure() {
    return Optional.ofNullable(facts.end().failure());
  }
}
