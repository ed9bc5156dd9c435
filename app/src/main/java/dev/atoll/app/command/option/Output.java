package dev.atoll.app.command.option;

import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.run.Json;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options for the output of a command. */
public final class Output {
  private static final String STANDARD_OUTPUT = "-";

  private final Screen screen;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "write the result as JSON; '-' is standard output, and nothing else goes there")
  private String json;

  @Option(names = "--quiet", description = "print nothing but errors")
  private boolean quiet;

  public Output(Screen screen) {
    this.screen = screen;
  }

  public Screen screen() {
    Screen wanted = screen.silenced(quiet);
    return STANDARD_OUTPUT.equals(json) ? wanted.withResultsAside() : wanted;
  }

  /** Writes the result as JSON where {@code --json} asks for it. */
  public void write(Object result) throws IOException {
    if (STANDARD_OUTPUT.equals(json)) {
      screen.out().println(Json.text(result));
    } else if (json != null) {
      Json.write(result, Path.of(json));
    }
  }
}
