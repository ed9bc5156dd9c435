package dev.atoll.app.compare;

import dev.atoll.files.AtomicFile;
import dev.atoll.files.FileError;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.run.PrivateFolder;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsCatalog;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The folder that a comparison leaves behind.
 *
 * <pre>
 *   comparison.yaml   the settings of the comparison; compare --config takes it
 *   runs/             the folder of each run
 *   recipes/          recipes and presets of the user's own, where there are any
 *   comparison.json   the output of compare --json
 *   report.html       the report
 * </pre>
 */
public record ComparisonFolder(Path path) {
  /** Begins a comparison in a folder that is empty or not there yet. */
  public static ComparisonFolder create(Path path, Comparison comparison) throws IOException {
    ComparisonFolder folder = new ComparisonFolder(path);
    folder.requireFree();
    try {
      PrivateFolder.create(path);
      folder.keepOwnFiles(SettingsCatalog.of(comparison.assignments()));
      AtomicFile.write(folder.config(), text(comparison));
      folder.seal();
    } catch (IOException e) {
      throw new IOException(
          "cannot write the folder %s (%s); choose another with --out"
              .formatted(path, FileError.reason(e)),
          e);
    }
    return folder;
  }

  /** Opens the folder of a comparison that has begun. */
  public static ComparisonFolder begun(Path path) {
    ComparisonFolder folder = new ComparisonFolder(path);
    if (!Files.isRegularFile(folder.config())) {
      throw new IllegalArgumentException(
          path + " is not the folder of a comparison: it has no comparison.yaml");
    }
    return folder;
  }

  private void requireFree() throws IOException {
    if (Files.isRegularFile(config())) {
      throw new IllegalArgumentException(
          "%s holds a comparison already; --resume %s continues it, or choose another --out"
              .formatted(path, path));
    }
    if (Files.isDirectory(path)) {
      try (DirectoryStream<Path> inside = Files.newDirectoryStream(path)) {
        if (inside.iterator().hasNext()) {
          throw new IllegalArgumentException(path + " is not empty; choose another --out");
        }
      }
    }
  }

  private static String text(Comparison comparison) {
    StringBuilder yaml =
        new StringBuilder(
            """
            # What is compared here. To do it again:
            #   atoll compare --config comparison.yaml
            """);
    for (Assignment line : comparison.assignments()) {
      String value = line.text().replace("'", "''");
      yaml.append("%s: '%s'  # %s\n".formatted(line.key(), value, line.place()));
    }
    return yaml.toString();
  }

  /** The settings of the comparison. Comparisons of older versions apply presets where possible. */
  public List<Assignment> readBegun() throws IOException {
    List<Assignment> lines = new ArrayList<>();
    lines.add(new Assignment(Keys.PRESET.name(), Keys.PRESET.fallback(), config().toString()));
    lines.addAll(Settings.readYaml(config()));
    if (Files.isDirectory(ownFiles())) {
      lines.add(new Assignment(SettingsCatalog.FROM, ownFiles().toString(), "--resume"));
    }
    return lines;
  }

  /**
   * Copies the user's own recipes and presets, so that the comparison no longer needs their folder.
   */
  private void keepOwnFiles(SettingsCatalog catalog) throws IOException {
    copy(catalog.ownFiles(SettingsLibrary.RECIPES), ownFiles());
    copy(catalog.ownFiles(SettingsLibrary.PRESETS), ownFiles().resolve("presets"));
  }

  private static void copy(Map<String, Path> files, Path folder) throws IOException {
    if (!files.isEmpty()) {
      Files.createDirectories(folder);
    }
    for (Path file : files.values()) {
      Files.copy(file, folder.resolve(file.getFileName()));
    }
  }

  private Path ownFiles() {
    return path.resolve("recipes");
  }

  RunFolder run(PlannedRun run) {
    return new RunFolder(path.resolve("runs").resolve(run.name()));
  }

  /** The folder of the warm-up run, which is deleted afterwards. */
  RunFolder warmUp() {
    return new RunFolder(path.resolve("warm-up"));
  }

  public void write(ComparisonSummary result) throws IOException {
    Json.write(result, path.resolve("comparison.json"));
  }

  /** Makes the files of a private folder private; those of a folder that was there stay shared. */
  public void seal() throws IOException {
    PrivateFolder.sealFiles(path);
  }

  public Path report() {
    return path.resolve("report.html");
  }

  private Path config() {
    return path.resolve("comparison.yaml");
  }
}
