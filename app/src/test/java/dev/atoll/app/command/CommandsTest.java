package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {
  private static final Pattern OPTION = Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z-]+)");

  @Test
  void anUnknownCommandNamesTheNearestAndAll() {
    Outcome.of("trian").failed(2, "'trian'", "did you mean 'train'?", "evaluate, generate");
  }

  @Test
  void noCommandIsBadUsage() {
    Outcome.of().failed(2, "name the command", "atoll --help");
  }

  @Test
  void anUnknownOptionNamesTheNearestAndAll() {
    Outcome.of("train", "--epoch", "3").failed(2, "did you mean '--epochs'?", "--data");
    Outcome.of("info", "--jsn=x").failed(2, "did you mean '--json'?");
  }

  @Test
  void anUnknownValueNamesTheNearestAndAll() {
    Outcome.of("predict", "--what", "classs", "--out", "x.csv")
        .failed(2, "--what", "did you mean 'classes'?", "embeddings");
    Outcome.of("generate", "--kind", "gird", "--out", "x")
        .failed(2, "did you mean 'grid'?", "rmat");
    Outcome.of("generate", "--like", "arxvi", "--out", "x").failed(2, "did you mean 'arxiv'?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "train",
        "dashboard",
        "evaluate",
        "predict",
        "partition",
        "info",
        "import",
        "generate"
      })
  void helpTeachesWithExamples(String command) {
    String help = Outcome.of(command, "--help").succeeded().out();
    assertTrue(help.contains("Examples:"), help);
    assertTrue(help.contains("  atoll " + command), help);
    assertTrue(help.contains("--json"), help);
    assertTrue(help.contains("--quiet"), help);
  }

  @ParameterizedTest
  @ValueSource(strings = {"train", "compare", "plan", "partition", "import", "generate"})
  void everyOptionOfALongCommandIsUnderAHeading(String command) {
    String help = Outcome.of(command, "--help").succeeded().out();
    assertTrue(help.startsWith("Usage: atoll " + command + " [OPTIONS]"), help);
    String general = help.substring(help.indexOf("\nGeneral:\n"), help.indexOf("\nExamples:\n"));
    List<String> options =
        OPTION.matcher(general).results().map(option -> option.group(1)).sorted().toList();
    assertEquals(List.of("--debug", "--help", "--log", "--version"), options, help);
  }

  @Test
  void helpListsEveryCommand() {
    String help = Outcome.of("--help").succeeded().out();
    for (String command :
        new String[] {"train", "evaluate", "predict", "partition", "info", "import", "generate"}) {
      assertTrue(help.contains("  " + command + " "), command);
    }
    assertEquals(help, Outcome.of("help").succeeded().out());
  }

  @Test
  void versionSaysWhatRuns() {
    String version = Outcome.of("--version").succeeded().out();
    assertTrue(version.startsWith("Atoll "), version);
    assertTrue(version.contains("Java 25"), version);
  }

  @Test
  void completionKnowsCommandsAndOptions() {
    String script = Outcome.of("completion").succeeded().out();
    assertTrue(script.contains("train"), "commands");
    assertTrue(script.contains("--epochs"), "options");
  }

  @Test
  void debugShowsWhereAnErrorCameFrom() {
    Outcome failed = Outcome.of("info", "--data", "nope", "--debug");
    assertTrue(failed.err().contains("\tat dev.atoll"), failed.err());
  }
}
