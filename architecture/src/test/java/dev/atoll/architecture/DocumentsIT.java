package dev.atoll.architecture;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.atoll.app.process.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every block of shell commands in the documents runs, page by page: those of the first pages that
 * one reads by default, all others and those marked {@code sh slow} with the slow tests. Two pages
 * run at a time, since a program that starts has work for one core.
 */
class DocumentsIT {
  private static final Pattern BLOCK = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SLOW = Pattern.compile("```sh slow\\n(.*?)```", Pattern.DOTALL);
  private static final List<String> FIRST_PAGES = List.of("getting-started.md", "own-data.md");

  private final ExecutorService pool = Executors.newFixedThreadPool(2);

  @TempDir Path folder;

  /** Ends what no test waits for any more. */
  @AfterEach
  void close() {
    pool.shutdownNow();
    pool.close();
  }

  @TestFactory
  List<DynamicTest> commands() throws IOException {
    return tests(DocumentsIT::isFirst, BLOCK);
  }

  @TestFactory
  @Tag("slow")
  List<DynamicTest> commandsOfFurtherPages() throws IOException {
    return tests(page -> !isFirst(page), BLOCK);
  }

  @TestFactory
  @Tag("slow")
  List<DynamicTest> slowCommands() throws IOException {
    return tests(_ -> true, SLOW);
  }

  private static boolean isFirst(Path page) {
    return FIRST_PAGES.contains(page.getFileName().toString());
  }

  /** A test for every page that has such blocks; all begin now, in their order. */
  private List<DynamicTest> tests(Predicate<Path> pages, Pattern block) throws IOException {
    var tests = new ArrayList<DynamicTest>();
    for (Path page : allPages()) {
      String script = pages.test(page) ? script(page, block) : "";
      if (!script.isEmpty()) {
        Path own = Files.createDirectory(folder.resolve("page-" + tests.size()));
        Future<?> running =
            pool.submit(
                () -> {
                  Shell.Result run = new Shell(own).run(script).succeeded();
                  assertFalse(run.err().contains("\tat "), run.err());
                  return null;
                });
        String name = Shell.ROOT.relativize(page).toString();
        tests.add(dynamicTest(name, running::get));
      }
    }
    assertFalse(tests.isEmpty(), "no page has such commands");
    return tests;
  }

  private static List<Path> allPages() throws IOException {
    try (Stream<Path> files = Files.walk(Shell.ROOT.resolve("docs"))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  private static String script(Path page, Pattern block) throws IOException {
    StringBuilder script = new StringBuilder();
    Matcher blocks = block.matcher(Files.readString(page));
    while (blocks.find()) {
      script.append(blocks.group(1));
    }
    return script.toString();
  }
}
