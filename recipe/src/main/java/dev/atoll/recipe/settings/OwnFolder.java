package dev.atoll.recipe.settings;

import dev.atoll.files.FileError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A folder of recipes, presets and comparisons of the user's own, in files of the same form as
 * those that come with Atoll:
 *
 * <pre>
 *   NAME.yaml               a recipe
 *   presets/NAME.yaml       a preset
 *   comparisons/NAME.yaml   a comparison
 * </pre>
 *
 * @param place the origin: where the folder is named: an option, a file, the environment
 */
record OwnFolder(Path path, String place) {
  private static final String ENDING = ".yaml";
  private static final String NAMES = "[A-Za-z0-9][A-Za-z0-9._-]*";

  /** Names with a meaning of their own where a recipe or preset is chosen. */
  private static final List<String> RESERVED = List.of("auto", "none");

  /** Settings that choose named settings; files of named settings cannot contain them. */
  private static final List<String> CHOICES =
      List.of(
          "recipe",
          SettingsLibrary.RECIPES.contentKey(),
          "preset",
          SettingsLibrary.PRESETS.contentKey(),
          SettingsCatalog.FROM);

  /** The files of a kind by name. */
  Map<String, Path> files(SettingsLibrary shelf) {
    if (!Files.isDirectory(path)) {
      throw new SettingsException(
          "%s: expected a folder of recipes (NAME.yaml) and presets (presets/NAME.yaml), but there is no folder %s"
              .formatted(place, path));
    }
    Path folder = shelf == SettingsLibrary.RECIPES ? path : path.resolve(shelf.folder());
    Map<String, Path> files = new TreeMap<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> listed = Files.newDirectoryStream(folder, "*" + ENDING)) {
        listed.forEach(file -> files.put(name(file, shelf), file));
      } catch (IOException e) {
        throw new SettingsException(
            "%s: cannot read the folder %s (%s)".formatted(place, folder, FileError.reason(e)));
      }
    }
    return files;
  }

  private static String name(Path file, SettingsLibrary shelf) {
    String fileName = file.getFileName().toString();
    String name = fileName.substring(0, fileName.length() - ENDING.length());
    if (!name.matches(NAMES)) {
      throw new SettingsException(
          "%s: expected a name of letters, digits, '.', '_' and '-', found '%s'; rename the file"
              .formatted(file, name));
    }
    if (shelf.knows(name) || RESERVED.contains(name)) {
      throw new SettingsException(
          "%s: expected a name of its own, found '%s', a %s that comes with Atoll; rename the file"
              .formatted(file, name, shelf.noun()));
    }
    return name;
  }

  static NamedSettings read(String name, Path file, SettingsLibrary shelf) {
    List<Assignment> lines;
    try (InputStream in = Files.newInputStream(file)) {
      lines = FlatYaml.read(in, file.toString());
    } catch (IOException e) {
      throw new SettingsException("%s: cannot be read (%s)".formatted(file, FileError.reason(e)));
    }
    for (Assignment line : lines) {
      if (shelf != SettingsLibrary.COMPARISONS && CHOICES.contains(line.key())) {
        throw new SettingsException(
            "%s: %s: a %s cannot choose another one; write its settings instead"
                .formatted(line.place(), line.key(), shelf.noun()));
      }
    }
    NamedSettings named = NamedSettings.of(name, lines, true);
    return named.origin().isEmpty()
        ? new NamedSettings(name, "your own, " + file, named.mostWorkers(), named.settings(), true)
        : named;
  }
}
