package dev.atoll.app.report;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.app.compare.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The main findings: the best score, the fewest bytes, the fastest epoch, the least memory. If
 * intervals overlap, or a figure that varies has a single seed, no row is named the best.
 */
final class Highlights {
  private static final int NAMED = 2;

  private final List<ComparisonRow> rows;
  private final MarkupTag tiles = MarkupTag.of("div", "class", "tiles");

  private Highlights(List<ComparisonRow> rows) {
    this.rows = rows;
  }

  static MarkupTag of(List<ComparisonRow> rows) {
    return new Highlights(rows).draw();
  }

  private MarkupTag draw() {
    String score = rows.getFirst().scoreName();
    if (!score.isEmpty()) {
      add("best " + score, rows, ComparisonRow::score, ComparisonTable::percent, true, true);
    }
    List<ComparisonRow> talking = rows.stream().filter(row -> row.bytes().mean() > 0).toList();
    if (!talking.isEmpty()) {
      add(
          "fewest bytes per epoch",
          talking,
          ComparisonRow::bytes,
          ComparisonTable::bytes,
          false,
          false);
    }
    add(
        "fastest epoch",
        rows,
        ComparisonRow::secondsPerEpoch,
        ComparisonTable::seconds,
        false,
        true);
    add(
        "least memory per worker",
        rows,
        ComparisonRow::memory,
        ComparisonTable::bytes,
        false,
        false);
    return tiles;
  }

  /**
   * Adds a finding.
   *
   * @param high whether more is better
   * @param varies from seed to seed, so that one seed shows nothing
   */
  private void add(
      String title,
      List<ComparisonRow> among,
      Function<ComparisonRow, Spread> figure,
      Function<Spread, String> text,
      boolean high,
      boolean varies) {
    Winner winner = Winner.of(among, figure, high);
    Spread best = figure.apply(winner.best());
    String value = text.apply(best);
    boolean alone = among.size() == 1;
    if (alone || (winner.isClear() && !(varies && best.count() == 1))) {
      tiles.add(Page.tile(title, value, winner.best().label() + than(winner.best(), among, title)));
    } else {
      String why =
          winner.isClear()
              ? "; one seed shows no deviation"
              : "; the intervals of " + names(winner.rivals()) + " overlap with it";
      String mean = (high ? "highest " : "lowest ") + value + ", " + winner.best().label() + why;
      tiles.add(Page.tile(title, "no clear winner", mean));
    }
  }

  private static String names(List<ComparisonRow> rivals) {
    String named =
        String.join(", ", rivals.stream().limit(NAMED).map(ComparisonRow::label).toList());
    return rivals.size() > NAMED ? named + " and %d more".formatted(rivals.size() - NAMED) : named;
  }

  /** Compares the fewest bytes with the row that sends most, in words; empty for other figures. */
  private static String than(ComparisonRow least, List<ComparisonRow> among, String title) {
    ComparisonRow most = Winner.of(among, ComparisonRow::bytes, true).best();
    double ratio = most.bytes().mean() / least.bytes().mean();
    return !title.contains("bytes") || ratio < 1.05
        ? ""
        : String.format(Locale.ROOT, ", %.1f × fewer than %s", ratio, most.label());
  }
}
