package dev.atoll.app.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private static List<Path> classFolders() throws IOException {
    try (Stream<Path> rooms = Files.list(ROOT)) {
      return rooms.map(room -> room.resolve("target/classes")).filter(Files::isDirectory).toList();
    }
  }

  @Test
  void noPackagesNeedEachOtherInACircle() throws IOException {
    Packages packages = Packages.of(classFolders());
    assertTrue(packages.names().contains("dev/atoll/tensor"), "rooms are read");
    assertTrue(packages.names().contains("dev/atoll/formats/npy"), "rooms are read");
    assertEquals(List.of(), packages.cycle());
  }

  @Test
  void aCircleWouldBeSeen() throws IOException {
    Packages packages =
        Packages.of(classFolders()).with("dev/atoll/graph", "dev/atoll/formats/npy");
    List<String> cycle = packages.cycle();
    assertTrue(cycle.contains("dev/atoll/graph") && cycle.contains("dev/atoll/formats/npy"));
  }

  @Test
  void theReadmesTestCommandIsWhatTheServerRuns() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    String command =
        readme
            .lines()
            .filter(line -> line.startsWith("mvn "))
            .map(line -> line.replaceFirst("\\s*#.*", ""))
            .findFirst()
            .orElseThrow();
    List<String> script = Files.readAllLines(ROOT.resolve(".ci/run"));
    assertTrue(script.contains(command), command + " in " + script);
  }
}
