package dev.atoll.app.dashboard;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.describe.ScoreTable;
import dev.atoll.app.watch.RunStatus;
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.result.ScoredNodes;
import java.util.ArrayList;
import java.util.List;

/** Cells of tables of runs; each stores its number for sorting, and shows a dash without one. */
final class Figures {
  private Figures() {}

  /** The titles of the columns. */
  static final List<String> TITLES =
      List.of(
          "workers",
          "epochs",
          "test",
          "validation",
          "loss",
          "s / epoch",
          "bytes / epoch",
          "memory");

  static List<MarkupTag> headings() {
    return TITLES.stream().map(title -> MarkupTag.of("th").text(title)).toList();
  }

  static List<MarkupTag> of(WatchedRun run) {
    List<MarkupTag> cells = new ArrayList<>();
    cells.add(cell(run.workers(), Integer.toString(run.workers())));
    cells.add(epochs(run));
    cells.add(score(run, ScoredNodes.TEST));
    cells.add(score(run, ScoredNodes.VALIDATION));
    cells.add(cell(run.lastLoss(), Units.number(run.lastLoss())));
    cells.add(cell(run.secondsPerEpoch(), Units.seconds(run.secondsPerEpoch())));
    cells.add(bytes(run.bytesPerEpoch()));
    cells.add(bytes(run.memory().stream().mapToDouble(b -> b).max().orElse(Double.NaN)));
    return cells;
  }

  private static MarkupTag epochs(WatchedRun run) {
    int done = run.doneEpochs();
    boolean all = run.state() == RunStatus.FINISHED;
    return cell(done, all ? Integer.toString(done) : done + " of " + run.plannedEpochs());
  }

  /** A score with the name of its metric, which differs between runs. */
  private static MarkupTag score(WatchedRun run, ScoredNodes nodes) {
    double value = run.score(nodes);
    MarkupTag cell = cell(value, Units.percent(value));
    return Double.isNaN(value)
        ? cell
        : cell.add(MarkupTag.of("small").text(ScoreTable.words(run.scoreName())));
  }

  private static MarkupTag bytes(double value) {
    return cell(value, Units.bytes(Math.round(value)));
  }

  static MarkupTag cell(double value, String text) {
    return Double.isNaN(value)
        ? MarkupTag.of("td", "data-v", "-1").text("–")
        : MarkupTag.of("td", "data-v", Double.toString(value)).text(text);
  }
}
