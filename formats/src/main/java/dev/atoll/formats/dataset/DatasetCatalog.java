package dev.atoll.formats.dataset;

import dev.atoll.files.CacheFolder;
import dev.atoll.formats.PendingFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.wording.Choice;
import dev.atoll.graph.wording.Suggestion;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds datasets by folder or name: a folder first, then those bundled with the program, those in
 * the folders of {@code $ATOLL_DATA}, and those in the cache ({@code ~/.cache/atoll}, or {@code
 * $XDG_CACHE_HOME/atoll}). Packed folders ({@code meta.json} and {@code *.npy.gz}) are unpacked
 * into the cache once; a changed {@code meta.json} unpacks again, and so does damage.
 *
 * <pre>{@code
 * try (Dataset cora = DatasetCatalog.standard().open("cora")) { … }
 * }</pre>
 *
 * @param roots folders that hold dataset folders
 * @param cache holds datasets too, and the unpacked ones under {@code unpacked/}
 */
public record DatasetCatalog(List<Path> roots, Path cache) {
  private static final List<String> BUNDLED = List.of("cora");
  private static final String UNPACKED = "unpacked";
  private static final String VERIFIED = "verified";

  /** The catalog of this process's environment. */
  public static DatasetCatalog standard() {
    return of(System.getenv());
  }

  static DatasetCatalog of(Map<String, String> environment) {
    String data = environment.getOrDefault("ATOLL_DATA", "");
    List<Path> roots =
        Arrays.stream(data.split(File.pathSeparator))
            .filter(root -> !root.isBlank())
            .map(Path::of)
            .toList();
    return new DatasetCatalog(roots, CacheFolder.of(environment));
  }

  /** Opens a dataset by folder or name. */
  public Dataset open(String nameOrFolder) throws IOException {
    return DatasetFolder.open(locate(nameOrFolder), DatasetFolder.Check.CONTENT, verified());
  }

  /** The dataset folder of a folder or name, unpacked when it must be. */
  public Path locate(String nameOrFolder) throws IOException {
    Path folder = Path.of(nameOrFolder);
    if (Files.isDirectory(folder)) {
      return ready(folder)
          .orElseThrow(
              () ->
                  BadDataException.at(
                      folder,
                      "neither %s nor meta.json with edges.npy.gz is here: not a dataset folder. Other formats come in through %s"
                          .formatted(DatasetInfo.FILE, Choice.IMPORT.text())));
    }
    if (BUNDLED.contains(nameOrFolder)) {
      return unpack(PackedFolder.bundled(nameOrFolder));
    }
    for (Path root : allRoots()) {
      Optional<Path> named = ready(root.resolve(nameOrFolder));
      if (named.isPresent()) {
        return named.get();
      }
    }
    throw new BadDataException(
        Suggestion.unknown("dataset", nameOrFolder, names())
            + ". More are found in the folders that ATOLL_DATA lists");
  }

  /** The names of all known datasets. */
  public Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>(BUNDLED);
    for (Path root : allRoots()) {
      if (Files.isDirectory(root)) {
        try (Stream<Path> folders = Files.list(root)) {
          folders
              .filter(f -> DatasetFolder.isDataset(f) || PackedFolder.isPacked(f))
              .map(f -> f.getFileName().toString())
              .forEach(names::add);
        }
      }
    }
    return names;
  }

  private List<Path> allRoots() {
    return Stream.concat(roots.stream(), Stream.of(cache)).toList();
  }

  private Optional<Path> ready(Path folder) throws IOException {
    if (DatasetFolder.isDataset(folder)) {
      return Optional.of(folder);
    }
    return PackedFolder.isPacked(folder)
        ? Optional.of(unpack(PackedFolder.at(folder)))
        : Optional.empty();
  }

  /** Processes may do this at once: the first to finish wins, the others take its folder. */
  private Path unpack(PackedFolder packed) throws IOException {
    Path target =
        cache
            .resolve(UNPACKED)
            .resolve(
                "%s-%s-v%d"
                    .formatted(
                        packed.name(), packed.digest().substring(0, 16), DatasetInfo.VERSION));
    if (!Files.isDirectory(target)) {
      write(packed, target);
    } else if (isDamaged(target)) {
      repair(packed, target);
    }
    return target;
  }

  private boolean isDamaged(Path unpacked) throws IOException {
    try {
      DatasetFolder.open(unpacked, DatasetFolder.Check.CONTENT, verified()).close();
      return false;
    } catch (BadDataException | NoSuchFileException _) {
      return true;
    }
  }

  private VerifiedFolders verified() {
    return new VerifiedFolders(cache.resolve(VERIFIED));
  }

  /** Unpacks again in place of a damaged folder, unless another process has done so meanwhile. */
  private void repair(PackedFolder packed, Path target) throws IOException {
    Path lock = target.resolveSibling("." + target.getFileName() + ".lock");
    try (RepairLock _ = RepairLock.take(lock)) {
      if (isDamaged(target)) {
        PendingFolder.remove(target);
        write(packed, target);
      }
    }
  }

  private static void write(PackedFolder packed, Path target) throws IOException {
    try (DatasetWriter writer = DatasetWriter.create(target, packed.name())) {
      packed.unpack(writer);
      writer.finish();
    } catch (IOException | BadDataException e) {
      if (!DatasetFolder.isDataset(target)) {
        throw e;
      }
    }
  }
}
