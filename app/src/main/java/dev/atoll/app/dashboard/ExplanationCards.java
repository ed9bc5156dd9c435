package dev.atoll.app.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.chart.BarChart;
import dev.atoll.app.chart.BarChart.Bar;
import dev.atoll.app.chart.BarChart.Group;
import dev.atoll.app.chart.BarChart.Part;
import dev.atoll.app.chart.Curve;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What matters most to every worker, where that was explained. */
final class ExplanationCards {
  private static final int MOST = 8;
  private static final int MOST_WORKERS = 8;
  private static final int MOST_POINTS = 400;

  private ExplanationCards() {}

  static Optional<MarkupTag> of(WatchedRun run) throws IOException {
    return run.folder().readExplanation().map(ExplanationCards::section);
  }

  private static MarkupTag section(JsonNode explained) {
    if (explained.path("explanations").valueStream().allMatch(count -> count.asInt() == 0)) {
      return Page.section(
          "Explanation",
          MarkupTag.of("p", "class", "note")
              .text(
                  "The run ended before a worker had explained anything: masks are as they"
                      + " began."));
    }
    MarkupTag grid =
        MarkupTag.of("div", "class", "grid")
            .add(weights("Remote nodes that matter most", "node ", explained.path("topNodes")))
            .add(weights("Columns that matter most", "column ", explained.path("topColumns")));
    if (explained.path("losses").valueStream().anyMatch(losses -> !losses.isEmpty())) {
      grid.add(losses(explained.path("losses")));
    }
    return Page.section("Explanation", grid);
  }

  private static MarkupTag weights(String heading, String what, JsonNode byWorker) {
    List<Group> groups = new ArrayList<>();
    for (JsonNode worker : byWorker) {
      if (groups.size() < MOST_WORKERS) {
        Series its = new Series(groups.size(), "worker " + groups.size());
        groups.add(
            new Group(its, worker.valueStream().limit(MOST).map(w -> bar(w, what, its)).toList()));
      }
    }
    return Page.card(
        heading,
        "Weight of each in the mask, by worker.",
        new BarChart(Unit.NUMBER, "weight", groups).draw(heading));
  }

  private static Bar bar(JsonNode weight, String what, Series its) {
    double value = weight.path("weight").asDouble();
    String name = what + weight.path("id").asText();
    String tip = name + "\n" + Unit.NUMBER.precise(value);
    return new Bar(List.of(new Part(its.style(), value, tip)), name);
  }

  private static MarkupTag losses(JsonNode byWorker) {
    List<Curve> curves = new ArrayList<>();
    for (JsonNode worker : byWorker) {
      Map<Integer, Double> course = new LinkedHashMap<>();
      worker.forEach(loss -> course.put(course.size() + 1, loss.asDouble()));
      Series its = new Series(curves.size(), "worker " + curves.size());
      curves.add(Curve.of(its, course, MOST_POINTS));
    }
    return HistoryCards.card(
        "How masks converge",
        "How far predictions with masks are off, over epochs of training the masks.",
        Unit.NUMBER,
        "loss of masks (nats)",
        curves);
  }
}
