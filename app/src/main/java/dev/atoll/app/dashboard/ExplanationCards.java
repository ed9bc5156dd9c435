package dev.atoll.app.dashboard;

import dev.atoll.app.chart.BarChart;
import dev.atoll.app.chart.BarChart.Bar;
import dev.atoll.app.chart.BarChart.Group;
import dev.atoll.app.chart.BarChart.Part;
import dev.atoll.app.chart.Curve;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.recipe.result.ExplanationReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The most important nodes and columns of every worker (DGS). */
final class ExplanationCards {
  private static final int MOST = 8;
  private static final int MOST_WORKERS = 8;
  private static final int MOST_POINTS = 400;

  private ExplanationCards() {}

  static Optional<MarkupTag> of(WatchedRun run) throws IOException {
    return run.folder().readExplanation().map(ExplanationCards::section);
  }

  private static MarkupTag section(ExplanationReport explained) {
    if (explained.explanations().stream().allMatch(count -> count == 0)) {
      return Page.section(
          "Explanation",
          MarkupTag.of("p", "class", "note")
              .text(
                  "The run ended before a worker had explained anything: masks are as they"
                      + " began."));
    }
    MarkupTag grid =
        MarkupTag.of("div", "class", "grid")
            .add(weights("Remote nodes that matter most", "node ", explained.topNodes()))
            .add(weights("Columns that matter most", "column ", explained.topColumns()));
    if (explained.losses().stream().anyMatch(losses -> !losses.isEmpty())) {
      grid.add(losses(explained.losses()));
    }
    return Page.section("Explanation", grid);
  }

  private static MarkupTag weights(
      String heading, String prefix, List<List<ExplanationReport.Weight>> byWorker) {
    List<Group> groups = new ArrayList<>();
    for (List<ExplanationReport.Weight> worker : byWorker) {
      if (groups.size() < MOST_WORKERS) {
        Series its = new Series(groups.size(), "worker " + groups.size());
        groups.add(
            new Group(its, worker.stream().limit(MOST).map(w -> bar(w, prefix, its)).toList()));
      }
    }
    return Page.card(
        heading,
        "Weight of each in the mask, by worker.",
        new BarChart(Unit.NUMBER, "weight", groups).draw(heading));
  }

  private static Bar bar(ExplanationReport.Weight weight, String prefix, Series its) {
    String name = prefix + weight.id();
    String tip = name + "\n" + Unit.NUMBER.precise(weight.weight());
    return new Bar(List.of(new Part(its.style(), weight.weight(), tip)), name);
  }

  private static MarkupTag losses(List<List<Double>> byWorker) {
    List<Curve> curves = new ArrayList<>();
    for (List<Double> worker : byWorker) {
      Map<Integer, Double> history = new LinkedHashMap<>();
      worker.forEach(loss -> history.put(history.size() + 1, loss));
      Series its = new Series(curves.size(), "worker " + curves.size());
      curves.add(Curve.of(its, history, MOST_POINTS));
    }
    return HistoryCards.card(
        "How masks converge",
        "How far predictions with masks are off, over epochs of training the masks.",
        Unit.NUMBER,
        "loss of masks (nats)",
        curves);
  }
}
