package dev.atoll.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tables of docs/architecture.md: every class, recipe, test and page that they name exists. */
class PapersTest {
  private static final Path PAGE = SourceTree.ROOT.resolve("docs/architecture.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern TARGET = Pattern.compile("\\]\\(([^)#]+)[^)]*\\)");
  private static final int CLASSES = 2;
  private static final int RECIPES = 3;
  private static final int TESTS = 4;
  private static final int PAGES = 5;

  private static Set<String> mainTypes;
  private static Set<String> testTypes;

  @BeforeAll
  static void read() throws IOException {
    mainTypes = types("main");
    testTypes = types("test");
  }

  private static Set<String> types(String kind) throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path module : SourceTree.modules()) {
      Path sources = module.resolve("src").resolve(kind).resolve("java");
      if (Files.isDirectory(sources)) {
        try (Stream<Path> files = Files.walk(sources)) {
          files.map(file -> file.getFileName().toString()).forEach(names::add);
        }
      }
    }
    return names.stream()
        .filter(name -> name.endsWith(".java"))
        .map(name -> name.replace(".java", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void classesExist() throws IOException {
    assertEquals(List.of(), missing(named(papers(), CLASSES), mainTypes));
  }

  @Test
  void testsExist() throws IOException {
    assertEquals(List.of(), missing(named(papers(), TESTS), testTypes));
  }

  @Test
  void recipesAndSettingsExist() throws IOException {
    for (String name : named(papers(), RECIPES)) {
      String[] setting = name.split("=", -1);
      Recipe recipe =
          setting.length == 2
              ? Recipe.named("distdgl").with(setting[0], setting[1])
              : Recipe.named(name);
      recipe.settings();
    }
  }

  @Test
  void everyRecipeIsOnThePage() throws IOException {
    Set<String> code = new TreeSet<>(matches(CODE, Files.readString(PAGE)));
    assertEquals(List.of(), missing(Recipe.names(), code));
  }

  @Test
  void pagesExist() throws IOException {
    for (List<String> row : papers()) {
      List<String> pages = matches(TARGET, row.get(PAGES));
      assertEquals(1, pages.size(), row.toString());
      assertTrue(Files.isRegularFile(PAGE.resolveSibling(pages.getFirst())), pages.getFirst());
    }
  }

  @Test
  void seamsAndTheirSuitesExist() throws IOException {
    List<List<String>> seams = rows("## Seams");
    assertTrue(seams.size() > 8, "seams are found");
    assertEquals(List.of(), missing(named(seams, 0), mainTypes));
    assertEquals(List.of(), missing(named(seams, 2), testTypes));
  }

  private static List<List<String>> papers() throws IOException {
    List<List<String>> rows = rows("## Papers");
    assertTrue(rows.size() > 20, "papers are found");
    return rows;
  }

  /** The cells of the first table below a heading. */
  private static List<List<String>> rows(String heading) throws IOException {
    return Files.readString(PAGE)
        .lines()
        .dropWhile(line -> !line.equals(heading))
        .dropWhile(line -> !line.startsWith("|---"))
        .skip(1)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList())
        .toList();
  }

  private static List<String> named(List<List<String>> rows, int column) {
    return rows.stream().flatMap(row -> matches(CODE, row.get(column)).stream()).toList();
  }

  private static List<String> matches(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static List<String> missing(List<String> wanted, Set<String> known) {
    return wanted.stream().filter(name -> !known.contains(name)).toList();
  }
}
