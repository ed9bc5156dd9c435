package dev.atoll.app.pinned;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The outcome of a run that must not change.
 *
 * @param fields the text of each of {@link #FIELDS}
 */
record PinnedOutcome(Map<String, String> fields) {
  /** Names as in the report of a run. */
  static final List<String> FIELDS = List.of("weightsSha256", "loss", "bytesPerEpoch", "test");

  static PinnedOutcome of(JsonNode report) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String field : FIELDS) {
      fields.put(field, text(report.get(field)));
    }
    return new PinnedOutcome(fields);
  }

  private static String text(JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .map(entry -> entry.getKey() + "=" + entry.getValue().asText())
          .collect(Collectors.joining(" "));
    }
    if (value.isArray()) {
      return value.valueStream().map(JsonNode::asText).collect(Collectors.joining(" "));
    }
    return value.asText();
  }

  /** The fields that differ, one a line; empty where all are equal. */
  String differences(PinnedOutcome found) {
    List<String> lines = new ArrayList<>();
    fields.forEach(
        (field, expected) -> {
          if (!expected.equals(found.fields.get(field))) {
            lines.add(
                "%n  %s%n    expected %s%n    found    %s"
                    .formatted(field, expected, found.fields.get(field)));
          }
        });
    return String.join("", lines);
  }
}
