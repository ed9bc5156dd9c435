package dev.atoll.app.describe;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.atoll.app.screen.Screen;
import dev.atoll.graph.DatasetNames;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.event.Scores;
import dev.atoll.train.metric.ClassReport;
import dev.atoll.train.metric.ClassReport.ClassScores;
import dev.atoll.train.metric.Decision;
import java.util.ArrayList;
import java.util.List;

/** Scores of every class and the confusion of classes, as tables. */
public record ClassTables(ClassReport report, DatasetNames names) {
  /** The test nodes: precision, recall, F1 and average precision of each class, then confusion. */
  public void show(Scores test, Decision decision, Screen screen) {
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
    showBaseline(test, screen);
    if (decision.label() >= 0) {
      screen.line(
          "'%s' is predicted from a probability of %.3f on: test accuracy %s by that rule, as in these tables; the accuracy further up is of the likelier class"
              .formatted(
                  names.ofClass(decision.label()),
                  decision.threshold(),
                  Units.percent(report.accuracy())));
    }
  }

  private void showBaseline(Scores test, Screen screen) {
    if (!test.isEmpty()) {
      Baseline.of(
              test.mainName(),
              names.ofClasses(report.classes().size()),
              report.classes().stream().map(ClassScores::nodes).toList())
          .ifPresent(baseline -> screen.line(baseline.text(test.main())));
    }
  }

  private String[] header() {
    List<String> header = new ArrayList<>(List.of("is \\ predicted"));
    header.addAll(names.ofClasses(report.classes().size()));
    return header.toArray(String[]::new);
  }

  /** The share of nodes whose predicted class is the true one. */
  public double accuracy() {
    return report.accuracy();
  }

  /** Part of the output of {@code evaluate --json}. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record OfTest(List<OfClass> classes, long[][] confusion, double majority) {}

  /**
   * Scores of one class.
   *
   * @param averagePrecision null for a class without nodes
   */
  public record OfClass(
      @JsonProperty("class") int number,
      String label,
      long nodes,
      double precision,
      double recall,
      double f1,
      Double averagePrecision) {}

  /** The scores as JSON. */
  public OfTest scores() {
    List<OfClass> classes = new ArrayList<>();
    for (int c = 0; c < report.classes().size(); c++) {
      ClassScores of = report.classes().get(c);
      classes.add(
          new OfClass(
              c,
              names.ofClass(c),
              of.nodes(),
              of.precision(),
              of.recall(),
              of.f1(),
              of.nodes() == 0 ? null : Double.valueOf(of.averagePrecision())));
    }
    return new OfTest(classes, report.confusion(), report.majority());
  }
}
