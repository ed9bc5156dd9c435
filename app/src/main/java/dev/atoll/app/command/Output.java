package dev.atoll.app.command;

import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.screen.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of every command that say what is shown, and where. */
final class Output {
  private static final String STANDARD_OUTPUT = "-";

  private final Screen screen;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "write the result as JSON; '-' is standard output, and nothing else goes there")
  private String json;

  @Option(names = "--quiet", description = "say nothing but errors")
  private boolean quiet;

  Output(Screen screen) {
    this.screen = screen;
  }

  Screen screen() {
    Screen wanted = screen.silenced(quiet);
    return STANDARD_OUTPUT.equals(json) ? wanted.withResultsAside() : wanted;
  }

  /** Writes the result as JSON, where that is wanted. */
  void write(Map<String, ?> result) throws IOException {
    if (STANDARD_OUTPUT.equals(json)) {
      screen.out().println(Json.text(result));
    } else if (json != null) {
      Json.write(result, Path.of(json));
    }
  }
}
