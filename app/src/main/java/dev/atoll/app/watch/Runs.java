package dev.atoll.app.watch;

import dev.atoll.recipe.run.RunFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The runs under some folders: the folders themselves, or folders a few levels below, as in a
 * comparison. Every call searches again, so folders that do not exist yet may appear.
 */
public final class Runs {
  private static final int LEVELS = 4;

  /** The file that marks a comparison: the names of its runs begin with that of its folder. */
  private static final String COMPARISON = "comparison.yaml";

  private final List<Path> roots;

  /** Runs as they were when their files were last seen to change. */
  private final Map<Path, WatchedRun> known = new HashMap<>();

  private final Map<Path, MetricsLog> logs = new HashMap<>();

  public Runs(List<Path> roots) {
    for (Path root : roots) {
      if (Files.exists(root) && !Files.isDirectory(root)) {
        throw new IllegalArgumentException(
            root + " is a file; the folder of a run, or of several, is expected");
      }
    }
    this.roots = List.copyOf(roots);
  }

  /** Whether there is a single root, and it is a run itself. */
  public boolean isSingle() {
    return roots.size() == 1 && new RunFolder(roots.getFirst()).isRun();
  }

  /** Returns every run, the newest first. */
  public synchronized List<WatchedRun> all() throws IOException {
    Map<String, Path> folders = folders();
    known.keySet().retainAll(folders.values());
    logs.keySet().retainAll(folders.values());
    List<WatchedRun> runs = new ArrayList<>();
    for (Map.Entry<String, Path> entry : folders.entrySet()) {
      read(entry.getKey(), entry.getValue()).ifPresent(runs::add);
    }
    runs.sort(Comparator.comparing(WatchedRun::begun).reversed().thenComparing(WatchedRun::name));
    return runs;
  }

  /** The run of a name, looked up among the names found: a request never becomes a path. */
  public synchronized Optional<WatchedRun> find(String name) throws IOException {
    Path folder = folders().get(name);
    return folder == null ? Optional.empty() : read(name, folder);
  }

  /** The known runs among the names, each once. */
  public synchronized List<WatchedRun> find(Collection<String> names) throws IOException {
    Map<String, Path> folders = folders();
    List<WatchedRun> found = new ArrayList<>();
    for (String name : new LinkedHashSet<>(names)) {
      if (folders.containsKey(name)) {
        read(name, folders.get(name)).ifPresent(found::add);
      }
    }
    return found;
  }

  private Optional<WatchedRun> read(String name, Path path) throws IOException {
    RunFolder folder = new RunFolder(path);
    try {
      WatchedRun run = known.get(path);
      String stamp = folder.stamp();
      if (run == null || !run.stamp().equals(stamp) || !run.name().equals(name)) {
        run = readOrFailed(name, folder, stamp);
        known.put(path, run);
      }
      return Optional.of(run);
    } catch (NoSuchFileException _) {
      return Optional.empty(); // it was removed just now
    }
  }

  /**
   * Reads a run; a folder that cannot be read becomes a failed run, so that it does not hide
   * others.
   */
  private WatchedRun readOrFailed(String name, RunFolder folder, String stamp)
      throws NoSuchFileException {
    try {
      RunFiles.check(folder.path());
      MetricsLog log = logs.computeIfAbsent(folder.path(), _ -> new MetricsLog(folder.metrics()));
      return WatchedRun.read(name, folder, stamp, log);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      return WatchedRun.unreadable(name, folder, stamp, e.getMessage());
    }
  }

  private Map<String, Path> folders() throws IOException {
    Map<String, Path> folders = new LinkedHashMap<>();
    for (Path root : roots) {
      if (!Files.isDirectory(root)) {
        continue; // it may come
      }
      Path whole = root.toRealPath();
      if (new RunFolder(whole).isRun()) {
        folders.put(whole.getFileName().toString(), whole);
      } else {
        boolean comparison = Files.isRegularFile(whole.resolve(COMPARISON));
        collect(comparison ? whole.getParent() : whole, whole, LEVELS, folders);
      }
    }
    return folders;
  }

  private static void collect(Path root, Path folder, int levels, Map<String, Path> into)
      throws IOException {
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder, Runs::isLookedInto)) {
      for (Path path : inside) {
        if (new RunFolder(path).isRun()) {
          into.put(root.relativize(path).toString().replace('\\', '/'), path);
        } else if (levels > 1) {
          collect(root, path, levels - 1, into);
        }
      }
    }
  }

  private static boolean isLookedInto(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
        && Files.isReadable(path)
        && !path.getFileName().toString().startsWith(".");
  }
}
