package dev.atoll.formats.table.nodes;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.encode.ColumnProfile;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Columns of few values that may hold classes, for tables without a column named as a label. */
final class LabelCandidates {
  private static final int MOST_VALUES = 20;
  private static final int MOST_NAMED = 5;
  private static final Pattern TELLING =
      Pattern.compile(
          "(?i)is_.*|.*_(label|class|target)|(label|class|target)_.*|target|outcome|.*(fraud|churn|default(ed)?).*");

  private LabelCandidates() {}

  /** The names of these columns, the most telling names first. */
  static List<String> of(JoinedColumns columns, NodeProfile profile) {
    return IntStream.range(0, columns.names().size())
        .filter(column -> column != columns.id() && column != columns.split())
        .filter(column -> hasClasses(profile.of(column)))
        .mapToObj(columns.names()::get)
        .sorted(Comparator.comparing(name -> !isTelling(name)))
        .limit(MOST_NAMED)
        .toList();
  }

  /** Whether a column is called as labels often are. */
  static boolean isTelling(String column) {
    return TELLING.matcher(column).matches();
  }

  private static boolean hasClasses(ColumnProfile column) {
    int values = column.distinct();
    return values > 1
        && values <= MOST_VALUES
        && values < column.present()
        && (column.isAll(CellKind.BOOLEAN)
            || column.isAll(CellKind.TEXT)
            || (column.isAll(CellKind.NUMBER)
                && column.values().stream().allMatch(value -> value.matches("[0-9]+"))));
  }
}
