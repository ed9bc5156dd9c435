package dev.atoll.app.compare;

import dev.atoll.comm.Purpose;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.cost.RowReads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A column of figures of a comparison: equal in the terminal, in the report and in its files.
 *
 * @param name in {@code --columns}
 * @param spreads whether the deviation is shown with the mean
 */
public record ComparisonColumn(
    String name, String title, Kind kind, boolean spreads, Function<ComparisonRow, Spread> figure) {
  private static final String SCORE = "score";

  /** The name of all columns together. */
  public static final String ALL = "all";

  /** Names of the columns of a table on a page of print, where the user names none. */
  public static final List<String> PRINTED = List.of(SCORE, "bytes", "epoch", "memory");

  private static final Map<String, Double> BYTE_UNITS =
      Map.of("KiB", 0x1p10, "MiB", 0x1p20, "GiB", 0x1p30, "TiB", 0x1p40);
  private static final Map<String, Double> SECOND_UNITS = Map.of("ms", 1e-3, "s", 1.0);

  /** The kind of a figure, which determines its unit. */
  public enum Kind {
    SHARE,
    NUMBER,
    COUNT,
    BYTES,
    SECONDS
  }

  /** The columns of rows that have finished runs; those without content are left out. */
  public static List<ComparisonColumn> of(List<ComparisonRow> rows) {
    List<ComparisonColumn> columns = new ArrayList<>();
    String score = rows.isEmpty() ? "" : rows.getFirst().scoreName();
    if (rows.isEmpty() || !score.isEmpty()) {
      columns.add(
          new ComparisonColumn(
              SCORE, score.isEmpty() ? SCORE : score, Kind.SHARE, true, ComparisonRow::score));
    }
    if (rows.stream().allMatch(row -> row.validation().isPresent())) {
      columns.add(
          new ComparisonColumn(
              "validation", "validation", Kind.SHARE, true, row -> row.validation().orElseThrow()));
    }
    columns.add(shown("loss", "loss", Kind.NUMBER, ComparisonRow::loss));
    columns.add(shown("bytes", "bytes/epoch", Kind.BYTES, ComparisonRow::bytes));
    for (Purpose purpose : usedPurposes(rows)) {
      columns.add(mean(purpose.label(), Kind.BYTES, row -> row.bytes(purpose)));
    }
    Stream.of(
            mean("skipped", Kind.SHARE, ComparisonRow::skipped),
            mean("age", Kind.COUNT, ComparisonRow::maxAge),
            mean("peer rows", Kind.COUNT, row -> row.reads(RowReads::peer)),
            mean("host rows", Kind.COUNT, row -> row.reads(RowReads::host)))
        .filter(column -> column.isAnywhere(rows))
        .forEach(columns::add);
    columns.add(mean("rounds", Kind.NUMBER, ComparisonRow::rounds));
    ComparisonColumn steps = mean("steps", Kind.COUNT, ComparisonRow::steps);
    if (steps.isAnywhere(rows)) {
      columns.add(steps);
    }
    columns.add(mean("CPUs", Kind.NUMBER, ComparisonRow::cpuUse));
    columns.add(shown("epoch", "epoch", Kind.SECONDS, ComparisonRow::secondsPerEpoch));
    columns.add(shown("memory", "memory", Kind.BYTES, ComparisonRow::memory));
    return columns;
  }

  private static ComparisonColumn shown(
      String name, String title, Kind kind, Function<ComparisonRow, Spread> figure) {
    return new ComparisonColumn(name, title, kind, true, figure);
  }

  private static ComparisonColumn mean(
      String name, Kind kind, Function<ComparisonRow, Spread> figure) {
    return new ComparisonColumn(name, name, kind, false, figure);
  }

  private boolean isAnywhere(List<ComparisonRow> rows) {
    return rows.stream().anyMatch(row -> figure.apply(row).mean() > 0);
  }

  /** The purposes for which any row sends bytes. */
  public static List<Purpose> usedPurposes(List<ComparisonRow> rows) {
    return Arrays.stream(Purpose.values())
        .filter(purpose -> rows.stream().anyMatch(row -> row.bytes(purpose).mean() > 0))
        .toList();
  }

  /** The figure of a row. */
  public Spread of(ComparisonRow row) {
    return figure.apply(row);
  }

  /** Whether a name refers to the column: its name, its title, or "accuracy" for the score. */
  boolean isCalled(String wanted) {
    return Stream.of(name, title, name.equals(SCORE) ? "accuracy" : name)
        .anyMatch(wanted::equalsIgnoreCase);
  }

  /** Refuses names of unknown columns. */
  public static void check(List<String> names) {
    List<String> known =
        new ArrayList<>(List.of(ALL, "accuracy", SCORE, "validation", "loss", "bytes"));
    Arrays.stream(Purpose.values()).map(Purpose::label).forEach(known::add);
    known.addAll(
        List.of(
            "skipped",
            "age",
            "peer rows",
            "host rows",
            "rounds",
            "steps",
            "CPUs",
            "epoch",
            "memory"));
    for (String name : names) {
      if (known.stream().noneMatch(name::equalsIgnoreCase)) {
        throw new SettingsException("--columns: " + Suggestion.unknown("column", name, known));
      }
    }
  }

  /** The named columns, in the order of their names; all if none or {@link #ALL} is named. */
  static List<ComparisonColumn> chosen(List<ComparisonColumn> all, List<String> names) {
    return names.isEmpty() || names.stream().anyMatch(ALL::equalsIgnoreCase)
        ? all
        : names.stream()
            .flatMap(name -> all.stream().filter(column -> column.isCalled(name)).limit(1))
            .toList();
  }

  /** A unit of a column, such as MiB. */
  record CommonUnit(String name, double size) {}

  /** The unit in which the largest mean of the rows has at least one digit before the point. */
  CommonUnit unit(List<ComparisonRow> rows) {
    double most = rows.stream().mapToDouble(row -> figure.apply(row).mean()).max().orElse(0);
    return switch (kind) {
      case SHARE -> new CommonUnit("%", 0.01);
      case NUMBER, COUNT -> new CommonUnit("", 1);
      case BYTES -> largest(most, new CommonUnit("B", 1), BYTE_UNITS);
      case SECONDS -> largest(most, new CommonUnit("µs", 1e-6), SECOND_UNITS);
    };
  }

  private static CommonUnit largest(double most, CommonUnit least, Map<String, Double> units) {
    CommonUnit best = least;
    for (Map.Entry<String, Double> unit : units.entrySet()) {
      if (unit.getValue() <= most && unit.getValue() > best.size) {
        best = new CommonUnit(unit.getKey(), unit.getValue());
      }
    }
    return best;
  }

  /** The title with the unit of all its cells, such as {@code "memory (MiB)"}. */
  public String titleWithUnit(List<ComparisonRow> rows) {
    String unit = unit(rows).name;
    return unit.isEmpty() ? title : "%s (%s)".formatted(title, unit);
  }

  /** A row's figure in the unit of the column; a dash if it has none. */
  public String plain(ComparisonRow row, List<ComparisonRow> rows) {
    Spread spread = figure.apply(row);
    double size = unit(rows).size;
    double mean = spread.mean() / size;
    if (Double.isNaN(mean)) {
      return "–";
    }
    int decimals = kind == Kind.COUNT ? 0 : kind == Kind.SHARE ? 1 : decimals(mean);
    String text = String.format(Locale.ROOT, "%." + decimals + "f", mean);
    boolean exact = kind == Kind.BYTES && !ComparisonTable.isSeen(spread);
    return spreads && spread.count() > 1 && !exact
        ? String.format(Locale.ROOT, "%s ± %." + decimals + "f", text, spread.deviation() / size)
        : text;
  }

  /** The decimals that show three significant digits. */
  private static int decimals(double value) {
    return value == 0 ? 0 : Math.clamp(2 - (int) Math.floor(Math.log10(Math.abs(value))), 0, 6);
  }
}
