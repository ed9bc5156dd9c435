package dev.atoll.graph.io.foreign;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.io.Npy;
import dev.atoll.graph.io.NpyArray;
import dev.atoll.graph.io.Npz;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Arrays by name: a folder of {@code .npy} and {@code .npy.gz} files, or one {@code .npz}. */
final class ArrayShelf implements AutoCloseable {
  private static final String ARRAY = "\\.npy(\\.gz)?$";

  private final Path source;
  private final Arena arena;
  private final SegmentAllocator memory;
  private final Npz archive;

  private ArrayShelf(Path source, Arena arena, SegmentAllocator memory, Npz archive) {
    this.source = source;
    this.arena = arena;
    this.memory = memory;
    this.archive = archive;
  }

  /** Opens a shelf; arrays that must be unpacked go into the memory given. */
  static ArrayShelf open(Path source, Arena arena, SegmentAllocator memory) throws IOException {
    Npz archive = Files.isDirectory(source) ? null : Npz.open(source);
    return new ArrayShelf(source, arena, memory, archive);
  }

  Set<String> names() throws IOException {
    if (archive != null) {
      return archive.names();
    }
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(source)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.matches(".*" + ARRAY))
          .forEach(file -> names.add(file.replaceAll(ARRAY, "")));
    }
    return names;
  }

  Optional<NpyArray> find(String name) throws IOException {
    if (archive != null) {
      return archive.find(name, memory);
    }
    for (String suffix : new String[] {".npy", ".npy.gz"}) {
      Path file = source.resolve(name + suffix);
      if (Files.isRegularFile(file)) {
        return Optional.of(Npy.open(file, arena));
      }
    }
    return Optional.empty();
  }

  NpyArray get(String name) throws IOException {
    Optional<NpyArray> found = find(name);
    if (found.isEmpty()) {
      throw BadDataException.at(source, "no array '%s'; there are %s".formatted(name, names()));
    }
    return found.get();
  }

  @Override
  public void close() throws IOException {
    if (archive != null) {
      archive.close();
    }
  }
}
