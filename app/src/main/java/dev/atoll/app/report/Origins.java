package dev.atoll.app.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Tag;
import dev.atoll.app.compare.ComparisonResult;
import dev.atoll.app.compare.FinishedRun;
import dev.atoll.app.compare.PlannedRun;
import dev.atoll.app.compare.Row;
import dev.atoll.app.screen.Units;
import dev.atoll.app.settings.Assignment;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Where the figures come from: commands, every run, the machine. */
final class Origins {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm z");

  private Origins() {}

  /** The commands behind each row, to be copied. */
  static Tag commands(List<Row> rows, List<Series> series) {
    Tag all = Tag.of("div", "class", "card");
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      String lines =
          row.planned().stream().map(PlannedRun::command).collect(Collectors.joining("\n"));
      all.add(
          Tag.of("div", "class", "command")
              .add(Tag.of("h4").add(series.get(i).swatch()).text(series.get(i).label()))
              .add(Tag.of("button", "type", "button", "class", "copy").text("copy"))
              .add(Tag.of("pre").text(lines)));
    }
    return all;
  }

  /** Every run by itself. */
  static Tag runs(List<Row> rows, List<Series> series) {
    Tag head = Tag.of("tr").add(Tag.of("th", "class", "name").text("run"));
    for (String title :
        List.of("seed", "test", "validation", "best epoch", "loss", "s / epoch", "whole run")) {
      head.add(Tag.of("th").text(title));
    }
    head.add(Tag.of("th", "class", "name").text("weights"));
    Tag body = Tag.of("tbody");
    for (int i = 0; i < rows.size(); i++) {
      for (FinishedRun run : rows.get(i).runs()) {
        body.add(run(run, series.get(i)));
      }
    }
    return Tag.of("details")
        .add(Tag.of("summary").text("Every run"))
        .add(
            Tag.of("div", "class", "scroll")
                .add(
                    Tag.of("table", "class", "sortable").add(Tag.of("thead").add(head)).add(body)));
  }

  private static Tag run(FinishedRun run, Series its) {
    String name = run.scoreName();
    return its.mine(Tag.of("tr"))
        .add(Tag.of("td", "class", "name").add(its.swatch()).text(its.label()))
        .add(cell((double) run.seed(), Long.toString(run.seed())))
        .add(score(run.result().path("test").path(name)))
        .add(score(run.result().path("validation").path(name)))
        .add(cell(run.figure("bestEpoch"), Units.count((long) run.figure("bestEpoch"))))
        .add(cell(run.loss(), Units.number(run.loss())))
        .add(seconds(run.figure("perEpoch", "seconds")))
        .add(seconds(run.figure("seconds")))
        .add(
            Tag.of("td", "class", "name")
                .add(Tag.of("code").text(head(run.result().path("weightsSha256").asText()))));
  }

  private static String head(String digest) {
    return digest.substring(0, Math.min(12, digest.length()));
  }

  private static Tag score(JsonNode score) {
    return score.isNumber()
        ? cell(score.asDouble(), Units.percent(score.asDouble()))
        : Tag.of("td").text("–");
  }

  private static Tag seconds(double value) {
    return cell(value, Units.seconds(value));
  }

  private static Tag cell(double value, String text) {
    return Tag.of("td", "data-v", Double.toString(value)).text(text);
  }

  /** The machine and the build; values that differ between runs are all named. */
  static Tag provenance(ComparisonResult result) {
    Map<String, Set<String>> facts = new LinkedHashMap<>();
    for (FinishedRun run : result.runs()) {
      for (Map.Entry<String, JsonNode> fact : run.result().path("provenance").properties()) {
        facts
            .computeIfAbsent(fact.getKey(), _ -> new LinkedHashSet<>())
            .add(fact.getValue().asText());
      }
    }
    Tag table = Tag.of("table", "class", "facts");
    facts.forEach((name, values) -> table.add(fact(name, String.join("; ", values))));
    table.add(fact("written", ZonedDateTime.now(ZoneId.systemDefault()).format(TIME)));
    return table;
  }

  /** What was asked for, line by line. */
  static Tag said(ComparisonResult result) {
    Tag table = Tag.of("table", "class", "facts");
    for (Assignment line : result.comparison().said()) {
      table.add(fact(line.key(), line.text()));
    }
    return table;
  }

  private static Tag fact(String name, String value) {
    return Tag.of("tr").add(Tag.of("th").text(name)).add(Tag.of("td").text(value));
  }
}
