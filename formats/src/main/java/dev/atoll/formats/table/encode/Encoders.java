package dev.atoll.formats.table.encode;

import dev.atoll.formats.table.CellKind;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Choice;
import dev.atoll.graph.wording.Suggestion;
import java.util.List;

/** The registry of encoders, and the choice among them by the content of a column. */
public final class Encoders {
  /** Text of more different values has no column for each. */
  private static final int MOST_COLUMNS = 32;

  /** The end of the names of encoders that read decimal commas. */
  private static final String COMMA = ":comma";

  /** The encoder of numbers with decimal commas. */
  static final String DECIMAL_COMMAS = "number" + COMMA;

  private static final Encoder NUMBER =
      new NumberEncoder("number", List.of(CellKind.NUMBER), false, false);
  private static final Encoder BOOLEAN =
      new NumberEncoder("boolean", List.of(CellKind.BOOLEAN), false, false);
  private static final Encoder DATE =
      new NumberEncoder("date", List.of(CellKind.DATE, CellKind.NUMBER), true, false);
  private static final Encoder ONE_HOT = new OneHotEncoder();
  private static final Encoder HASH = new HashEncoder();
  private static final Encoder LIST = new ListEncoder();

  private static final List<Encoder> ALL =
      List.of(
          NUMBER,
          new NumberEncoder("standard", List.of(CellKind.NUMBER, CellKind.BOOLEAN), true, false),
          new NumberEncoder(DECIMAL_COMMAS, List.of(CellKind.NUMBER), false, true),
          new NumberEncoder("standard" + COMMA, List.of(CellKind.NUMBER), true, true),
          ONE_HOT,
          BOOLEAN,
          DATE,
          HASH,
          LIST);

  private Encoders() {}

  /** The encoder of a name. */
  public static Encoder named(String name) {
    return ALL.stream()
        .filter(encoder -> encoder.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadDataException(
                    Suggestion.unknown("encoder", name, ALL.stream().map(Encoder::name).toList())));
  }

  static boolean isKnown(String name) {
    return ALL.stream().anyMatch(encoder -> encoder.name().equals(name));
  }

  /** The encoder of numbers for a column: with decimal commas where the column has them. */
  static Encoder fitting(Encoder encoder, ColumnProfile profile) {
    String comma = encoder.name() + COMMA;
    return profile.hasDecimalCommas() && isKnown(comma) ? named(comma) : encoder;
  }

  /**
   * The outcome for a column without a choice of the user.
   *
   * @param numbers the encoder of numbers
   */
  static ColumnOutcome choose(String column, ColumnProfile profile, Encoder numbers) {
    if (profile.present() == 0) {
      return ColumnOutcome.leftOut("every cell is empty");
    }
    if (profile.isAll(CellKind.NUMBER)) {
      return encoded(numbers, column, profile);
    }
    if (profile.hasDecimalCommas()) {
      return encoded(fitting(numbers, profile), column, profile);
    }
    if (profile.isAll(CellKind.BOOLEAN)) {
      return encoded(BOOLEAN, column, profile);
    }
    if (profile.isAll(CellKind.DATE)) {
      return encoded(DATE, column, profile);
    }
    if (profile.count(CellKind.LIST) > 0) {
      return encoded(LIST, column, profile);
    }
    if (profile.distinct() <= MOST_COLUMNS) {
      return encoded(ONE_HOT, column, profile);
    }
    return profile.isMostlyUnique()
        ? ColumnOutcome.leftOut(
            "text that differs from row to row; %s takes it"
                .formatted(Choice.ENCODER.text(column, HashEncoder.DEFAULT)))
        : encoded(HASH, column, profile);
  }

  private static ColumnOutcome encoded(Encoder encoder, String column, ColumnProfile profile) {
    return ColumnOutcome.of(encoder.fit(column, 0, profile));
  }

  /** The default encoder of numbers. */
  public static Encoder numbers() {
    return NUMBER;
  }
}
