package dev.atoll.app.describe;

import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.Scores;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Scores as a table. */
public final class ScoreTable {
  private ScoreTable() {}

  /**
   * Prints one row per role of the split and one column per score, or that there is nothing to
   * score by:
   *
   * <pre>
   *               nodes  accuracy
   *   train         140   100.0 %
   *   validation    500    79.2 %
   *   test        1,000    81.5 %
   * </pre>
   *
   * @param what is scored: nodes, edges
   */
  public static void show(Evaluation evaluation, String what, Screen screen) {
    if (evaluation.train().isEmpty()
        && evaluation.validation().isEmpty()
        && evaluation.test().isEmpty()) {
      screen.line("not evaluated: the data has no labels");
    } else {
      of(evaluation, what).show(screen);
    }
  }

  private static Table of(Evaluation evaluation, String what) {
    List<String> names =
        Stream.of(evaluation.test(), evaluation.validation(), evaluation.train())
            .filter(scores -> !scores.isEmpty())
            .findFirst()
            .map(scores -> List.copyOf(scores.byName().keySet()))
            .orElse(List.of());
    Table table =
        Table.of(
            Stream.concat(Stream.of("", what), names.stream().map(ScoreTable::words))
                .toArray(String[]::new));
    row(table, "train", evaluation.train(), names);
    row(table, "validation", evaluation.validation(), names);
    row(table, "test", evaluation.test(), names);
    return table;
  }

  private static void row(Table table, String part, Scores scores, List<String> names) {
    if (!scores.isEmpty()) {
      table.row(
          Stream.concat(
                  Stream.of(part, Units.count(scores.nodes())),
                  names.stream().map(name -> Units.percent(scores.byName().get(name))))
              .toArray(String[]::new));
    }
  }

  /** A score in words, such as {@code "validation accuracy 79.2 %"}; empty without one. */
  public static String phrase(String part, Scores scores) {
    return scores.isEmpty()
        ? ""
        : part + " " + words(scores.mainName()) + " " + Units.percent(scores.main());
  }

  /** The name of a score in words: {@code averagePrecision} is {@code "average precision"}. */
  public static String words(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
  }
}
