package dev.atoll.app.report;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.recipe.log.Units;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The main findings: the best score, the fewest bytes, the fastest epoch. */
final class Highlights {
  private Highlights() {}

  static MarkupTag of(List<ComparisonRow> rows) {
    MarkupTag tiles = MarkupTag.of("div", "class", "tiles");
    if (!rows.getFirst().scoreName().isEmpty()) {
      ComparisonRow best = max(rows, row -> row.score().mean());
      tiles.add(
          Page.tile(
              "best " + best.scoreName(), ComparisonTable.percent(best.score()), best.label()));
    }
    List<ComparisonRow> talking = rows.stream().filter(row -> row.bytes().mean() > 0).toList();
    if (!talking.isEmpty()) {
      ComparisonRow least = max(talking, row -> -row.bytes().mean());
      ComparisonRow most = max(talking, row -> row.bytes().mean());
      String value = Units.bytes(Math.round(least.bytes().mean()));
      tiles.add(Page.tile("fewest bytes per epoch", value, least.label() + than(least, most)));
    }
    ComparisonRow fast = max(rows, row -> -row.secondsPerEpoch().mean());
    tiles.add(
        Page.tile("fastest epoch", Units.seconds(fast.secondsPerEpoch().mean()), fast.label()));
    ComparisonRow small = max(rows, row -> -row.memory().mean());
    tiles.add(
        Page.tile(
            "least memory per worker",
            Units.bytes(Math.round(small.memory().mean())),
            small.label()));
    return tiles;
  }

  private static String than(ComparisonRow least, ComparisonRow most) {
    double ratio = most.bytes().mean() / least.bytes().mean();
    return ratio < 1.05
        ? ""
        : String.format(Locale.ROOT, ", %.1f × fewer than %s", ratio, most.label());
  }

  private static ComparisonRow max(List<ComparisonRow> rows, ToDoubleFunction<ComparisonRow> of) {
    Optional<ComparisonRow> best = rows.stream().max(Comparator.comparingDouble(of));
    return best.orElseThrow();
  }
}
