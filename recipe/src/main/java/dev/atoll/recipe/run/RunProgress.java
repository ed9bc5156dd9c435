package dev.atoll.recipe.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the process of a run said last about it.
 *
 * @param facts of {@code progress.json}
 * @param said when
 */
public record RunProgress(JsonNode facts, Instant said) {
  /** A process that says nothing for so long is gone, unless it is seen on this machine. */
  private static final Duration PATIENCE = ProgressFile.BEAT.multipliedBy(8);

  /** Nothing where a run is finished, or older than this file. */
  static Optional<RunProgress> read(Path file) throws IOException {
    try {
      return Optional.of(
          new RunProgress(
              Json.tree(Files.readString(file)), Files.getLastModifiedTime(file).toInstant()));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /** Whether the run goes on. */
  public boolean isAlive() {
    return ended().isEmpty() && (saidJustNow() || isSeen());
  }

  private boolean saidJustNow() {
    return Duration.between(said, Instant.now()).compareTo(PATIENCE) < 0;
  }

  /** A process that sleeps says nothing, and is there. */
  private boolean isSeen() {
    return facts.path("host").asText().equals(ProgressFile.host())
        && ProcessHandle.of(facts.path("pid").asLong())
            .filter(p -> facts.path("process").asText().equals(ProgressFile.processBegun(p)))
            .isPresent();
  }

  public Optional<String> ended() {
    return text("ended");
  }

  /** Why it did not finish, where it could still say so. */
  public Optional<String> failure() {
    return text("failure");
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(facts.get(name)).map(JsonNode::asText);
  }
}
