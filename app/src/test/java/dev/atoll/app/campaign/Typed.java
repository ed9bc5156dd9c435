package dev.atoll.app.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atoll.app.command.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The outcome of a command: its result or its error.
 *
 * @param result the fields of its JSON that must not change; null where it failed
 */
record Typed(Outcome outcome, String result) {
  /**
   * Runs a command and keeps some fields of its JSON; all but paths and times when none is named.
   */
  static Typed of(List<String> line, String... fields) throws IOException {
    Outcome outcome = Outcome.of(line.toArray(String[]::new));
    if (outcome.code() != 0) {
      return new Typed(outcome, null);
    }
    JsonNode json = outcome.json();
    if (fields.length == 0) {
      List.of("folder", "run", "seconds").forEach(((ObjectNode) json)::remove);
      return new Typed(outcome, json.toString());
    }
    StringBuilder kept = new StringBuilder();
    for (String field : fields) {
      kept.append(field).append('=').append(json.path(field)).append(' ');
    }
    return new Typed(outcome, kept.toString());
  }

  /** A field of a JSON file. */
  static String field(Path json, String field) throws IOException {
    return new ObjectMapper().readTree(json.toFile()).path(field).toString();
  }
}
