package dev.atoll.app.describe;

import dev.atoll.app.screen.Screen;
import dev.atoll.graph.DatasetNames;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.metric.ClassReport;
import dev.atoll.train.metric.ClassReport.ClassScores;
import dev.atoll.train.metric.Decision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Scores of every class, and which classes are mistaken for which, as tables. */
public record ClassTables(ClassReport report, DatasetNames names) {
  /** The test nodes: precision, recall, F1 and average precision of each class, then confusion. */
  public void show(Decision decision, Screen screen) {
    screen.line("");
    Table scores =
        Table.of("test nodes", "nodes", "precision", "recall", "f1", "average precision");
    Table confusion = Table.of(header());
    for (int c = 0; c < report.classes().size(); c++) {
      ClassScores of = report.classes().get(c);
      scores.row(
          names.ofClass(c),
          Units.count(of.nodes()),
          Units.percent(of.precision()),
          Units.percent(of.recall()),
          Units.percent(of.f1()),
          of.nodes() == 0 ? "" : Units.percent(of.averagePrecision()));
      String[] row = new String[report.classes().size() + 1];
      row[0] = names.ofClass(c);
      for (int other = 0; other < report.classes().size(); other++) {
        row[other + 1] = Units.count(report.confusion()[c][other]);
      }
      confusion.row(row);
    }
    scores.show(screen);
    screen.line("");
    confusion.show(screen);
    screen.line(
        "always predicting the largest class: accuracy " + Units.percent(report.majority()));
    if (decision.label() >= 0) {
      screen.line(
          "'%s' is predicted from a probability of %.3f on"
              .formatted(names.ofClass(decision.label()), decision.threshold()));
    }
  }

  private String[] header() {
    List<String> header = new ArrayList<>(List.of("is \\ predicted"));
    header.addAll(names.ofClasses(report.classes().size()));
    return header.toArray(String[]::new);
  }

  /** The same for programs. */
  public Map<String, Object> json() {
    List<Map<String, Object>> classes = new ArrayList<>();
    for (int c = 0; c < report.classes().size(); c++) {
      ClassScores of = report.classes().get(c);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("class", c);
      one.put("label", names.ofClass(c));
      one.put("nodes", of.nodes());
      one.put("precision", of.precision());
      one.put("recall", of.recall());
      one.put("f1", of.f1());
      one.put("averagePrecision", of.nodes() == 0 ? null : of.averagePrecision());
      classes.add(one);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("classes", classes);
    json.put("confusion", report.confusion());
    json.put("majority", report.majority());
    return json;
  }
}
