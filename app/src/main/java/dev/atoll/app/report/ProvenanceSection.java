package dev.atoll.app.report;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Series;
import dev.atoll.app.compare.ComparisonResult;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.FinishedRun;
import dev.atoll.app.compare.PlannedRun;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.settings.Assignment;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The origin of the figures: commands, every run, the machine. */
final class ProvenanceSection {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm z");

  private ProvenanceSection() {}

  /** The commands of each row, to be copied. */
  static MarkupTag commands(List<ComparisonRow> rows, List<Series> series) {
    MarkupTag all = MarkupTag.of("div", "class", "card");
    for (int i = 0; i < rows.size(); i++) {
      ComparisonRow row = rows.get(i);
      String lines =
          row.planned().stream().map(PlannedRun::command).collect(Collectors.joining("\n"));
      all.add(
          MarkupTag.of("div", "class", "command")
              .add(MarkupTag.of("h4").add(series.get(i).swatch()).text(row.labelWithData()))
              .add(MarkupTag.of("button", "type", "button", "class", "copy").text("copy"))
              .add(MarkupTag.of("pre").text(lines)));
    }
    return all;
  }

  /** A table of all runs. */
  static MarkupTag runs(List<ComparisonRow> rows, List<Series> series) {
    MarkupTag head = MarkupTag.of("tr").add(MarkupTag.of("th", "class", "name").text("run"));
    for (String title :
        List.of("seed", "test", "validation", "best epoch", "loss", "s / epoch", "whole run")) {
      head.add(MarkupTag.of("th").text(title));
    }
    head.add(MarkupTag.of("th", "class", "name").text("weights"));
    MarkupTag body = MarkupTag.of("tbody");
    for (int i = 0; i < rows.size(); i++) {
      for (FinishedRun run : rows.get(i).runs()) {
        body.add(run(run, series.get(i)));
      }
    }
    return MarkupTag.of("details")
        .add(MarkupTag.of("summary").text("Every run"))
        .add(
            MarkupTag.of("div", "class", "scroll")
                .add(
                    MarkupTag.of("table", "class", "sortable")
                        .add(MarkupTag.of("thead").add(head))
                        .add(body)));
  }

  private static MarkupTag run(FinishedRun run, Series its) {
    String name = run.scoreName();
    return its.mark(MarkupTag.of("tr"))
        .add(MarkupTag.of("td", "class", "name").add(its.swatch()).text(its.label()))
        .add(cell((double) run.seed(), Long.toString(run.seed())))
        .add(score(run.result().test().get(name)))
        .add(score(run.result().validation().get(name)))
        .add(cell(run.result().bestEpoch(), Units.count(run.result().bestEpoch())))
        .add(cell(run.loss(), Units.number(run.loss())))
        .add(seconds(run.result().secondsPerEpoch()))
        .add(seconds(run.result().seconds()))
        .add(
            MarkupTag.of("td", "class", "name")
                .add(MarkupTag.of("code").text(head(run.result().weightsSha256()))));
  }

  private static String head(String digest) {
    return digest.substring(0, Math.min(12, digest.length()));
  }

  private static MarkupTag score(Double score) {
    return score == null ? MarkupTag.of("td").text("–") : cell(score, Units.percent(score));
  }

  private static MarkupTag seconds(double value) {
    return cell(value, Units.seconds(value));
  }

  private static MarkupTag cell(double value, String text) {
    return MarkupTag.of("td", "data-v", Double.toString(value)).text(text);
  }

  /** The machine and the build; lists all values that differ between runs. */
  static MarkupTag provenance(ComparisonResult result) {
    Map<String, Set<String>> facts = new LinkedHashMap<>();
    for (FinishedRun run : result.runs()) {
      Json.map(run.result().provenance())
          .forEach(
              (name, value) ->
                  facts
                      .computeIfAbsent(name, _ -> new LinkedHashSet<>())
                      .add(Objects.toString(value, "")));
    }
    MarkupTag table = MarkupTag.of("table", "class", "facts");
    facts.forEach((name, values) -> table.add(fact(name, String.join("; ", values))));
    table.add(fact("written", ZonedDateTime.now(ZoneId.systemDefault()).format(TIME)));
    return table;
  }

  /** The settings of the comparison, line by line. */
  static MarkupTag settings(ComparisonResult result) {
    MarkupTag table = MarkupTag.of("table", "class", "facts");
    for (Assignment line : result.comparison().assignments()) {
      table.add(fact(line.key(), line.text()));
    }
    return table;
  }

  static MarkupTag fact(String name, String value) {
    return MarkupTag.of("tr")
        .add(MarkupTag.of("th").text(name))
        .add(MarkupTag.of("td").text(value));
  }
}
