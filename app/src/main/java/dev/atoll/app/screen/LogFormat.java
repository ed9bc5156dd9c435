package dev.atoll.app.screen;

import dev.atoll.recipe.run.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** The form of remarks, errors and progress on standard error: {@code --log}. */
public enum LogFormat {
  /** Lines of text for people. */
  TEXT {
    @Override
    void say(PrintStream err, String level, String text, Map<String, Object> more) {
      err.println(text);
    }
  },
  /** One JSON object per line: time, level, message, and for progress the work done. */
  JSON {
    @Override
    void say(PrintStream err, String level, String text, Map<String, Object> more) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
      line.put("level", level);
      line.put("message", text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text);
      line.putAll(more);
      try {
        err.println(Json.line(line));
      } catch (IOException e) {
        throw new UncheckedIOException("a message cannot be written as JSON: " + text, e);
      }
    }
  };

  static final String INFO = "info";
  static final String ERROR = "error";
  private static final String PREFIX = "atoll: ";

  /** The format that a command line requests; text if it names none or an unknown one. */
  public static LogFormat of(String... args) {
    for (int i = 0; i < args.length; i++) {
      boolean two = args[i].equals("--log") && i + 1 < args.length && args[i + 1].equals("json");
      if (two || args[i].equals("--log=json")) {
        return JSON;
      }
    }
    return TEXT;
  }

  /**
   * Writes a message.
   *
   * @param more facts, for JSON only
   */
  abstract void say(PrintStream err, String level, String text, Map<String, Object> more);
}
