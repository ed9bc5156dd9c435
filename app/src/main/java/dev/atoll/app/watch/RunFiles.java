package dev.atoll.app.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The files of a run that are shown: only files in its folder, of limited size. */
public final class RunFiles {
  /** The files that requests may read, as they are. */
  public static final List<String> SHOWN =
      List.of(
          "config.yaml",
          "metrics.jsonl",
          "progress.json",
          "events.jsonl",
          "timeline.json",
          "explanation.json",
          "result.json");

  /** The files that are read as a whole to show a run. */
  private static final List<String> READ_WHOLE =
      List.of("config.yaml", "progress.json", "explanation.json", "result.json");

  private static final long MOST_BYTES = 64L << 20;

  private RunFiles() {}

  /** A file of a run; empty when there is none of this name, or it is not in the folder itself. */
  public static Optional<Path> find(Path folder, String name) throws IOException {
    if (!SHOWN.contains(name)) { // before it becomes a path, which it may not be
      return Optional.empty();
    }
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    Path real = file.toRealPath();
    return real.startsWith(folder.toRealPath()) ? Optional.of(real) : Optional.empty();
  }

  /**
   * Checks the files before any is read.
   *
   * @throws IOException when one is a link to another folder, or too large
   */
  static void check(Path folder) throws IOException {
    for (String name : SHOWN) {
      Path file = folder.resolve(name);
      if (!Files.exists(file)) {
        continue;
      }
      if (find(folder, name).isEmpty()) {
        throw new IOException(name + " is not a file of this folder, but leads elsewhere");
      }
      if (READ_WHOLE.contains(name) && Files.size(file) > MOST_BYTES) {
        throw new IOException(
            "%s has %d bytes, more than any run writes".formatted(name, Files.size(file)));
      }
    }
  }
}
