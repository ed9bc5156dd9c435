package dev.atoll.app.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Copies of folders. */
final class Folders {
  private Folders() {}

  static Path copy(Path from, Path to) throws IOException {
    for (Path file : all(from)) {
      Path copy = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(copy);
      } else {
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    return to;
  }

  static void delete(Path folder) throws IOException {
    for (Path file : all(folder).reversed()) {
      Files.delete(file);
    }
  }

  /** The plain files below a folder, in a fixed order. */
  static List<Path> files(Path folder) throws IOException {
    return all(folder).stream().filter(Files::isRegularFile).sorted().toList();
  }

  private static List<Path> all(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList();
    }
  }
}
