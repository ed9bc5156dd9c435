package dev.atoll.formats.npy;

import dev.atoll.graph.BadDataException;
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
public final class ArrayFolder implements AutoCloseable {
  private static final String ARRAY = "\\.npy(\\.gz)?$";

  private final Path source;
  private final Arena arena;
  private final SegmentAllocator memory;
  private final Npz archive;

  private ArrayFolder(Path source, Arena arena, SegmentAllocator memory, Npz archive) {
    this.source = source;
    this.arena = arena;
    this.memory = memory;
    this.archive = archive;
  }

  /** Opens a shelf; arrays that must be unpacked go into the memory given. */
  public static ArrayFolder open(Path source, Arena arena, SegmentAllocator memory)
      throws IOException {
    Npz archive = Files.isDirectory(source) ? null : Npz.open(source);
    return new ArrayFolder(source, arena, memory, archive);
  }

  public Set<String> names() throws IOException {
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

  public Optional<NpyArray> find(String name) throws IOException {
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

  public NpyArray get(String name) throws IOException {
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
