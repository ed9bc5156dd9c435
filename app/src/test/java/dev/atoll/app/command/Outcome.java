package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The outcome of a command. */
public record Outcome(int code, String out, String err) {
  /** Runs a command in this JVM. */
  public static Outcome of(String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code = Commands.run(Screen.plain(stream(out), stream(err)), args);
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  public Outcome succeeded() {
    assertEquals(0, code, err);
    return this;
  }

  /**
   * Requires a failure with one clear message that contains all of the texts, without a stack
   * trace.
   */
  public Outcome failed(int expected, String... said) {
    assertEquals(expected, code, out + err);
    assertTrue(err.lines().anyMatch(line -> line.startsWith("atoll: ")), err);
    assertTrue(!err.contains("\tat "), err);
    for (String part : said) {
      assertTrue(err.contains(part), () -> "expected '" + part + "' in: " + err);
    }
    return this;
  }

  /** Whether a command names a recipe of mini-batches, so that settings for them have an effect. */
  static boolean samples(String... args) {
    return Arrays.stream(args)
        .flatMap(arg -> Arrays.stream(arg.split("[,:]", -1)))
        .filter(SettingsLibrary.RECIPES.names()::contains)
        .flatMap(recipe -> SettingsLibrary.RECIPES.read(recipe).settings().stream())
        .anyMatch(line -> line.key().equals("mode") && line.text().equals("sampled"));
  }

  public JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out);
  }
}
