package dev.atoll.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The main sources of all modules. */
final class SourceTree {
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private SourceTree() {}

  /** The folders of modules that have main code. */
  static List<Path> modules() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve("pom.xml")))
          .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
          .sorted()
          .toList();
    }
  }

  /** The files of all top-level types. */
  static List<Path> types() throws IOException {
    Stream<Path> all = Stream.empty();
    for (Path module : modules()) {
      try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
        all = Stream.concat(all, files.filter(SourceTree::isType).toList().stream());
      }
    }
    return all.toList();
  }

  private static boolean isType(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.contains("-");
  }

  /** The package of a file, as in {@code tensor.cpu} for {@code dev.atoll.tensor.cpu}. */
  static String packageOf(Path file) {
    String path = file.getParent().toString().replace('\\', '/');
    return path.replaceFirst(".*/src/main/java/dev/atoll/?", "").replace('/', '.');
  }
}
