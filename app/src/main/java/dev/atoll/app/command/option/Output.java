package dev.atoll.app.command.option;

import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options for the output of a command. */
public final class Output {
  private static final String STANDARD_OUTPUT = "-";

  private final Screen screen;

  private String json;

  @Option(names = "--quiet", description = "print nothing but errors")
  private boolean quiet;

  public Output(Screen screen) {
    this.screen = screen;
  }

  /** Checks before the work that a file can be written. */
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "write the result as JSON; '-' is standard output, and nothing else goes there")
  void setJson(String name) {
    Path file = Path.of(name).toAbsolutePath();
    Path above = file.getParent();
    while (above != null && Files.notExists(above)) {
      above = above.getParent();
    }
    if (!name.equals(STANDARD_OUTPUT) && (Files.isDirectory(file) || !isFolder(above))) {
      throw new SettingsException(
          "--json: expected a file in a folder, found '%s', %s; name another file"
              .formatted(
                  name,
                  Files.isDirectory(file)
                      ? "which is a folder"
                      : "but %s is no folder".formatted(above)));
    }
    json = name;
  }

  private static boolean isFolder(Path path) {
    return path != null && Files.isDirectory(path);
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
