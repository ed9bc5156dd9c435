package dev.atoll.formats.table.encode;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.wording.Choice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The user's choice of encoders.
 *
 * @param byColumn encoders by column name, such as {@code age → standard}, {@code city → hash:32},
 *     {@code name → drop}; {@code *} stands for all other columns of numbers
 * @param like previously encoded columns, whose encoders and statistics are reused; empty to choose
 */
public record EncoderChoice(Map<String, String> byColumn, List<EncodedColumn> like) {
  public static final EncoderChoice AUTOMATIC = new EncoderChoice(Map.of(), List.of());

  /** The key of all columns of numbers that are not named. */
  public static final String OTHERS = "*";

  /** The value that leaves a column out. */
  public static final String DROP = "drop";

  /** Reads {@code age=standard,country=onehot}. */
  public static Map<String, String> parse(List<String> assignments) {
    Map<String, String> byColumn = new LinkedHashMap<>();
    for (String assignment : assignments) {
      int equals = assignment.lastIndexOf('=');
      if (equals <= 0 || equals == assignment.length() - 1) {
        throw new BadDataException(
            "%s %s: expected COLUMN=ENCODER, such as age=standard"
                .formatted(Choice.ENCODERS.text(), assignment));
      }
      String encoder = assignment.substring(equals + 1);
      if (!encoder.equals(DROP)) {
        Encoder found = Encoders.named(name(encoder));
        width(found, encoder);
      }
      byColumn.put(assignment.substring(0, equals), encoder);
    }
    return byColumn;
  }

  private static String name(String text) {
    int colon = text.indexOf(':');
    return colon < 0 || Encoders.isKnown(text) ? text : text.substring(0, colon);
  }

  private static int width(Encoder encoder, String text) {
    if (name(text).equals(text)) {
      return 0;
    }
    String width = text.substring(text.indexOf(':') + 1);
    if (!encoder.takesWidth() || !width.matches("[1-9][0-9]{0,5}")) {
      throw new BadDataException(
          "%s %s: expected %s"
              .formatted(
                  Choice.ENCODERS.text(),
                  text,
                  encoder.takesWidth()
                      ? "a number of columns after the colon, such as hash:64"
                      : "no colon after " + encoder.name()));
    }
    return Integer.parseInt(width);
  }

  /** Columns that are named but not there. */
  public List<String> unknown(List<String> columns) {
    List<String> unknown = new ArrayList<>(byColumn.keySet());
    unknown.removeAll(columns);
    unknown.remove(OTHERS);
    return unknown;
  }

  /** The outcome of a column. */
  public ColumnOutcome outcome(String column, ColumnProfile profile) {
    if (!like.isEmpty()) {
      return like.stream()
          .filter(known -> known.column().equals(column))
          .findFirst()
          .map(ColumnOutcome::of)
          .orElseGet(() -> ColumnOutcome.leftOut("not among the columns of " + Choice.LIKE.text()));
    }
    String asked = byColumn.get(column);
    if (asked == null) {
      String others = byColumn.get(OTHERS);
      return Encoders.choose(
          column, profile, others == null ? Encoders.numbers() : Encoders.named(name(others)));
    }
    return asked.equals(DROP)
        ? ColumnOutcome.leftOut(Choice.ENCODERS.text() + " says so")
        : fitted(column, asked, profile);
  }

  private static ColumnOutcome fitted(String column, String asked, ColumnProfile profile) {
    Encoder encoder = Encoders.fitting(Encoders.named(name(asked)), profile);
    return ColumnOutcome.of(encoder.fit(column, width(encoder, asked), profile));
  }
}
