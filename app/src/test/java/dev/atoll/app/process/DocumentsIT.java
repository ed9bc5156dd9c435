package dev.atoll.app.process;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every block of shell commands in the documents runs, page by page: those of the first pages that
 * one reads by default, all others and those marked {@code sh slow} with the slow tests.
 */
class DocumentsIT {
  private static final Pattern BLOCK = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SLOW = Pattern.compile("```sh slow\\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  private static final List<String> FIRST_PAGES = List.of("getting-started.md", "own-data.md");

  static List<Path> firstPages() throws IOException {
    return pages().stream().filter(DocumentsIT::isFirst).toList();
  }

  static List<Path> furtherPages() throws IOException {
    return pages().stream().filter(page -> !isFirst(page)).toList();
  }

  private static boolean isFirst(Path page) {
    return FIRST_PAGES.contains(page.getFileName().toString());
  }

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(Shell.ROOT.resolve("docs"))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("firstPages")
  void commandsRun(Path page) throws Exception {
    run(page, BLOCK);
  }

  @ParameterizedTest
  @MethodSource("furtherPages")
  @Tag("slow")
  void commandsOfFurtherPagesRun(Path page) throws Exception {
    run(page, BLOCK);
  }

  @ParameterizedTest
  @MethodSource("pages")
  @Tag("slow")
  void slowCommandsRun(Path page) throws Exception {
    run(page, SLOW);
  }

  private void run(Path page, Pattern block) throws Exception {
    StringBuilder script = new StringBuilder();
    Matcher blocks = block.matcher(Files.readString(page));
    while (blocks.find()) {
      script.append(blocks.group(1));
    }
    if (!script.isEmpty()) {
      Shell.Result run = new Shell(folder).run(script.toString()).succeeded();
      assertFalse(run.err().contains("\tat "), run.err());
    }
  }
}
