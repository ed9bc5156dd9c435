package dev.atoll.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Limits on the size and the names of main code. */
class SourceTreeTest {
  private static final int MOST_LINES = 600;
  private static final int MOST_FILES = 25;
  private static final List<String> LARGE_PACKAGES = List.of("tensor.cpu", "tensor.autograd");

  private static final Pattern TRAINS = Pattern.compile("(tensor|graph|comm|train)\\b");

  private static final Pattern PLATFORM_MATH =
      Pattern.compile(
          "\\bMath(\\.|::)(exp|expm1|log|log1p|log10|pow|cbrt|hypot|sinh?|cosh?|tanh?|asin|acos|atan2?)\\b");

  private static final List<String> LIBRARY =
      List.of("files", "tensor", "cuda", "graph", "formats", "comm", "train");

  /** A string with an option or a command of ours; those of Java and NVRTC are none. */
  private static final Pattern OPTION_IN_TEXT =
      Pattern.compile(
          "\"[^\"\\n]*(--(?!add-modules|gpu-architecture|std=)[a-z]"
              + "|\\batoll (cache|compare|evaluate|generate|import|info|partition"
              + "|plan|predict|train|worker)\\b)[^\"\\n]*");

  private static final Pattern COMPONENT = Pattern.compile("([A-Z]\\w+)\\.(\\w+)");

  @Test
  void simpleNamesAreUnique() throws IOException {
    Map<String, List<Path>> byName = grouped(file -> file.getFileName().toString());
    byName.values().removeIf(files -> files.size() == 1);
    assertEquals(Map.of(), byName);
  }

  @Test
  void noFileIsLong() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path file : SourceTree.types()) {
      int lines = Files.readAllLines(file).size();
      if (lines > MOST_LINES) {
        tooLong.add(file + ": " + lines + " lines");
      }
    }
    assertEquals(List.of(), tooLong);
  }

  @Test
  void noPackageIsLarge() throws IOException {
    Map<String, Integer> sizes = new TreeMap<>();
    grouped(SourceTree::packageOf).forEach((name, files) -> sizes.put(name, files.size()));
    assertTrue(sizes.containsKey("tensor.cpu"), "packages are named as here");
    sizes.keySet().removeAll(LARGE_PACKAGES);
    sizes.values().removeIf(size -> size <= MOST_FILES);
    assertEquals(Map.of(), sizes);
  }

  /**
   * Functions of {@code Math} may differ in the last bit from one processor to another; those of
   * {@code StrictMath}, and square roots, do not.
   */
  @Test
  void whatIsTrainedDoesNotDependOnTheProcessor() throws IOException {
    List<String> found = new ArrayList<>();
    int looked = 0;
    for (Path file : SourceTree.types()) {
      if (TRAINS.matcher(SourceTree.packageOf(file)).lookingAt()) {
        looked++;
        Matcher use = PLATFORM_MATH.matcher(Files.readString(file));
        while (use.find()) {
          found.add(file + ": " + use.group());
        }
      }
    }
    assertTrue(looked > 100, "packages are named as here");
    assertEquals(List.of(), found);
  }

  /** Messages name a {@link Choice}, which the command line writes as its option. */
  @Test
  void theLibraryKnowsNoOptions() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : SourceTree.types()) {
      if (LIBRARY.contains(SourceTree.ROOT.relativize(file).getName(0).toString())) {
        Matcher option = OPTION_IN_TEXT.matcher(Files.readString(file));
        while (option.find()) {
          found.add(file.getFileName() + ": " + option.group());
        }
      }
    }
    assertEquals(List.of(), found);
    assertTrue(OPTION_IN_TEXT.matcher("(\"leave --split out\")").find());
    assertTrue(OPTION_IN_TEXT.matcher("(\"a file of 'atoll import'\")").find());
  }

  @Test
  void choicesNameComponentsThatExist() throws IOException {
    Map<String, List<Path>> byName = grouped(file -> file.getFileName().toString());
    int looked = 0;
    for (Choice choice : Choice.values()) {
      Matcher component = COMPONENT.matcher(choice.component());
      if (component.find()) {
        List<Path> files = byName.getOrDefault(component.group(1) + ".java", List.of());
        assertEquals(1, files.size(), choice.component());
        Pattern name = Pattern.compile("\\b" + component.group(2) + "\\b");
        assertTrue(name.matcher(Files.readString(files.getFirst())).find(), choice.component());
        looked++;
      }
    }
    assertTrue(looked > 20, "components are named as here");
  }

  private static Map<String, List<Path>> grouped(Function<Path, String> by) throws IOException {
    return SourceTree.types().stream()
        .collect(Collectors.groupingBy(by, TreeMap::new, Collectors.toList()));
  }

  /** Jars beside the program are on the class path, where every package of the others is seen. */
  @Test
  void everyModuleButThoseBesideTheProgramHasADescriptor() throws IOException {
    Set<Path> beside = Set.of(Path.of("spark"), Path.of("bench"), Path.of("claims"));
    for (Path module : SourceTree.modules()) {
      boolean described = Files.isRegularFile(module.resolve("src/main/java/module-info.java"));
      assertEquals(!beside.contains(module.getFileName()), described, module.toString());
    }
  }

  @Test
  void graphDependsOnNothing() throws IOException {
    Path graph = SourceTree.ROOT.resolve("graph");
    assertFalse(
        Files.readString(graph.resolve("src/main/java/module-info.java")).contains("requires"));
    List<String> dependencies =
        Files.readAllLines(graph.resolve("pom.xml")).stream()
            .filter(line -> line.contains("<dependency>") && !line.contains("<scope>test</scope>"))
            .toList();
    assertEquals(List.of(), dependencies);
  }

  @Test
  void theReadmesTestCommandsAreWhatTheServerRuns() throws IOException {
    String line =
        Files.readString(SourceTree.ROOT.resolve("README.md"))
            .lines()
            .filter(text -> text.startsWith("mvn "))
            .findFirst()
            .orElseThrow();
    List<String> commands =
        Pattern.compile("mvn -B verify( -P\\w+)?")
            .matcher(line)
            .results()
            .map(MatchResult::group)
            .toList();
    String again = " \"$again\"";
    List<String> script =
        Files.readAllLines(SourceTree.ROOT.resolve(".ci/run")).stream()
            .filter(text -> text.startsWith("mvn ") && text.endsWith(again))
            .map(text -> text.substring(0, text.length() - again.length()))
            .toList();
    assertEquals(commands, script);
  }
}
