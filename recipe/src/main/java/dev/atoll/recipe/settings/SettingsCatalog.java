package dev.atoll.recipe.settings;

import dev.atoll.graph.policy.KeyType.Choice;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Recipes, presets and comparisons by name: the built-in ones, and those in the user's own folders,
 * which {@code --recipes-from} and {@code $ATOLL_RECIPES} name. Folders are read on every lookup.
 */
public final class SettingsCatalog {
  /** The key of the line that names folders of the user's own; several as in a class path. */
  public static final String FROM = "recipes.from";

  private static final String ENVIRONMENT = "ATOLL_RECIPES";

  private final List<OwnFolder> folders;

  private SettingsCatalog(List<OwnFolder> folders) {
    this.folders = folders;
  }

  /** The catalog of this process's environment. */
  public static SettingsCatalog standard() {
    return of(List.of());
  }

  /** The catalog of the last line with {@link #FROM}; without one, of the environment. */
  public static SettingsCatalog of(List<Assignment> assignments) {
    return of(assignments, System.getenv());
  }

  static SettingsCatalog of(List<Assignment> assignments, Map<String, String> environment) {
    return new SettingsCatalog(
        assignments.stream()
            .filter(line -> line.key().equals(FROM))
            .reduce((_, later) -> later)
            .map(line -> folders(line.text(), line.place()))
            .orElseGet(() -> folders(environment.getOrDefault(ENVIRONMENT, ""), ENVIRONMENT)));
  }

  private static List<OwnFolder> folders(String list, String place) {
    return Arrays.stream(list.split(File.pathSeparator))
        .filter(name -> !name.isBlank())
        .map(name -> new OwnFolder(Path.of(name).toAbsolutePath().normalize(), place))
        .toList();
  }

  /** The names of a kind, the built-in ones first. */
  public List<String> names(SettingsLibrary shelf) {
    return Stream.concat(shelf.names().stream(), own(shelf).keySet().stream()).toList();
  }

  /** The named settings; empty if the name is unknown. */
  public Optional<NamedSettings> find(SettingsLibrary shelf, String name) {
    Map<String, Path> own = own(shelf);
    if (shelf.knows(name)) {
      return Optional.of(shelf.read(name));
    }
    return Optional.ofNullable(own.get(name)).map(file -> OwnFolder.read(name, file, shelf));
  }

  /** The error of an unknown name. */
  String problem(SettingsLibrary shelf, String name, String... more) {
    List<String> names = Stream.concat(Arrays.stream(more), names(shelf).stream()).toList();
    return new Choice(names).problem(name);
  }

  /** The user's own files by name; refuses a name with two files. */
  private Map<String, Path> own(SettingsLibrary shelf) {
    Map<String, Path> all = new LinkedHashMap<>();
    for (OwnFolder folder : folders) {
      folder
          .files(shelf)
          .forEach(
              (name, file) -> {
                Path other = all.put(name, file);
                if (other != null && !other.equals(file)) {
                  throw new SettingsException(
                      "%s: expected a name of its own, found '%s', which is also %s; rename one"
                          .formatted(file, name, other));
                }
              });
    }
    return all;
  }

  /** The user's own files of a kind, by name. */
  public Map<String, Path> ownFiles(SettingsLibrary shelf) {
    return Map.copyOf(own(shelf));
  }
}
