package dev.atoll.recipe.compose;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings that name a folder. In a run they are absolute paths, so that the run finds its data
 * from any folder; names of datasets stay names.
 */
public final class FolderNames {
  private static final List<Key<String>> KEYS = List.of(Keys.DATA, Keys.SHARDS);

  private FolderNames() {}

  /** The settings with absolute paths of the folders that exist. */
  public static Settings absolute(Settings settings) {
    Settings located = settings;
    for (Key<String> key : KEYS) {
      String given = settings.get(key);
      String path = given.equals(Keys.SHARDS.fallback()) ? given : absolute(given);
      located = path.equals(given) ? located : located.with(key, path, settings.place(key));
    }
    return located;
  }

  /** The absolute path of an existing folder; any other text unchanged. */
  public static String absolute(String nameOrFolder) {
    Path folder = Path.of(nameOrFolder);
    return Files.isDirectory(folder)
        ? folder.toAbsolutePath().normalize().toString()
        : nameOrFolder;
  }

  /**
   * The settings of a run by an older version, which stored relative paths, with absolute ones:
   * looks for them in the current folder, then in the folders above the run, the nearest first.
   */
  public static List<Assignment> found(List<Assignment> settings, Path run) throws IOException {
    List<Assignment> found = new ArrayList<>();
    for (Assignment line : settings) {
      found.add(isFolder(line) ? line.with(found(line.text(), run)) : line);
    }
    return found;
  }

  private static boolean isFolder(Assignment line) {
    return KEYS.stream().anyMatch(key -> key.name().equals(line.key()))
        && !line.text().equals(Keys.SHARDS.fallback());
  }

  private static String found(String nameOrFolder, Path run) throws IOException {
    Path folder = Path.of(nameOrFolder);
    if (folder.isAbsolute() || Files.isDirectory(folder)) {
      return nameOrFolder;
    }
    for (Path above = run.toAbsolutePath().getParent(); above != null; above = above.getParent()) {
      Path there = above.resolve(folder);
      if (Files.isDirectory(there) && !DatasetCatalog.standard().names().contains(nameOrFolder)) {
        return there.normalize().toString();
      }
    }
    return nameOrFolder;
  }
}
