package dev.atoll.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The types that library modules export to everybody. */
class PublicFaceTest {
  private static final int MOST_TYPES = 150;

  private static final List<String> LIBRARY =
      List.of("files", "tensor", "cuda", "graph", "formats", "comm", "train", "recipe");

  private static final Pattern TO_ALL = Pattern.compile("exports ([\\w.]+);");

  private static final Pattern PUBLIC =
      Pattern.compile(
          "^public (\\w+ |non-sealed )*(class|interface|record|enum) ", Pattern.MULTILINE);

  @Test
  void fewTypesAreExportedToAll() throws IOException {
    Map<String, List<String>> exported = exported();
    int types = exported.values().stream().mapToInt(List::size).sum();
    assertTrue(types > 100, "types are found: " + exported);
    assertTrue(types <= MOST_TYPES, () -> types + " types are exported to all: " + exported);
  }

  /** What only these modules need is exported to the modules of the project that use it. */
  @Test
  void internalsAreExportedToModulesOfTheProject() throws IOException {
    for (String module : LIBRARY) {
      String descriptor = descriptor(module);
      long exports = Pattern.compile("exports ").matcher(descriptor).results().count();
      long toAll = TO_ALL.matcher(descriptor).results().count();
      long toOurs =
          Pattern.compile("exports [\\w.]+ to\\s+dev\\.atoll\\.")
              .matcher(descriptor)
              .results()
              .count();
      assertEquals(exports, toAll + toOurs, module);
    }
  }

  /** The public top-level types, by package. */
  private static Map<String, List<String>> exported() throws IOException {
    var exported = new TreeMap<String, List<String>>();
    for (String module : LIBRARY) {
      for (MatchResult found : TO_ALL.matcher(descriptor(module)).results().toList()) {
        Path folder = sources(module).resolve(found.group(1).replace('.', '/'));
        exported.put(found.group(1), publicTypes(folder));
      }
    }
    return exported;
  }

  private static List<String> publicTypes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> PUBLIC.matcher(text(file)).find())
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .sorted()
          .toList();
    }
  }

  private static String descriptor(String module) {
    return text(sources(module).resolve("module-info.java"));
  }

  private static Path sources(String module) {
    return SourceTree.ROOT.resolve(module).resolve("src/main/java");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
