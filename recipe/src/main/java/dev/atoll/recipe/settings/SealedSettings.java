package dev.atoll.recipe.settings;

import dev.atoll.files.FileDigest;
import dev.atoll.files.Utf8File;
import dev.atoll.graph.policy.Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The file of all settings of a run, which ends with their digest:
 *
 * <pre>
 *   # Every setting of this run, …
 *   data: cora  # default
 *   …
 *   # end; SHA-256 of the settings: 9f86d081…
 * </pre>
 *
 * A truncated or changed file is refused where a run is resumed or applied, because missing
 * settings would become defaults. As input of {@code --config} it may be changed, but not
 * truncated.
 */
public final class SealedSettings {
  private static final String HEAD =
      "# Every setting of this run, where it came from, and a digest";
  private static final String OLDER_HEAD = "# Every setting of this run, and where it came from";
  private static final String END = "# end; SHA-256 of the settings: ";

  private SealedSettings() {}

  /** The text of the file. */
  public static String text(Settings settings) {
    return HEAD
        + ". To run it again:\n#   atoll train --config config.yaml\n"
        + settings.toYaml()
        + END
        + digest(settings.assignments())
        + "\n";
  }

  /**
   * The settings of a run. A file by an older version, which has no digest, is accepted unchecked.
   *
   * @throws SettingsException when the file was changed or truncated
   */
  public static List<Assignment> read(Path file) throws IOException {
    List<Assignment> settings = Settings.readYaml(file);
    Optional<String> expected = end(file);
    if (expected.isEmpty() && !Utf8File.read(file).startsWith(OLDER_HEAD)) {
      throw new SettingsException(
          "%s: cut off: expected a first line '%s…'; missing settings would become defaults"
              .formatted(file, HEAD));
    }
    if (expected.isPresent() && !expected.get().equals(digest(settings))) {
      throw new SettingsException(
          "%s: the settings are not those that the run began with: put back the file as it was, or train again with --config %s"
              .formatted(file, file));
    }
    return settings;
  }

  /**
   * The digest at the end of a file; empty if the file never had one.
   *
   * @throws SettingsException when the end is missing
   */
  static Optional<String> end(Path file) throws IOException {
    List<String> lines = Utf8File.lines(file);
    boolean sealed = !lines.isEmpty() && lines.getFirst().startsWith(HEAD);
    if (!sealed) {
      return Optional.empty();
    }
    if (!lines.getLast().startsWith(END)) {
      throw new SettingsException(
          "%s: cut off: expected a last line '%s…', found '%s'; missing settings would become defaults"
              .formatted(file, END, lines.getLast()));
    }
    return Optional.of(lines.getLast().substring(END.length()).strip());
  }

  /**
   * The digest of a run's settings for its checkpoints, in the order of their names, because the
   * order of policies depends on the class path. Folders are left out, because their content has
   * digests of its own; so is the number of epochs, which does not affect the state before the end.
   */
  public static String digestForCheckpoints(Settings settings) {
    Set<String> leftOut =
        Stream.<Key<?>>of(
                Keys.DATA,
                Keys.SHARDS,
                HostKeys.SECRET_FILE,
                Keys.EPOCHS,
                Keys.EARLY_STOP,
                Keys.CHECKPOINT_KEEP)
            .<String>map(Key::name)
            .collect(Collectors.toSet());
    return digest(
        settings.assignments().stream()
            .filter(line -> !leftOut.contains(line.key()))
            .sorted(Comparator.comparing(Assignment::key))
            .toList());
  }

  private static String digest(List<Assignment> settings) {
    var lines = new StringBuilder();
    settings.forEach(line -> lines.append(line.key()).append('=').append(line.text()).append('\n'));
    return FileDigest.of(lines.toString().getBytes(StandardCharsets.UTF_8));
  }
}
