package dev.atoll.app.report;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.compare.ComparisonResult;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.SettingDifferences;
import dev.atoll.files.AtomicFile;
import dev.atoll.recipe.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The report of a comparison: one self-contained page, dataset by dataset. */
public final class ComparisonReport {
  private final ComparisonResult result;
  private final ReportOptions options;

  /** Rows with finished runs and their series: a contender looks the same on every dataset. */
  private final Map<ComparisonRow, Series> series = new LinkedHashMap<>();

  /** The charts by file name; filled when the page is drawn. */
  private final Map<String, String> charts = new LinkedHashMap<>();

  private ComparisonReport(ComparisonResult result, ReportOptions options) {
    this.result = result;
    this.options = options;
    List<String> labels = new ArrayList<>();
    for (ComparisonRow row : result.finished()) {
      if (!labels.contains(row.label())) {
        labels.add(row.label());
      }
      series.put(row, new Series(labels.indexOf(row.label()), row.label()));
    }
  }

  /**
   * Writes the page, and beside it the table as {@code table.csv}, {@code .md} and {@code .tex},
   * and every chart in {@code charts/}; each file whole or not at all.
   */
  public static void write(ComparisonResult result, ReportOptions options, Path file)
      throws IOException {
    ComparisonReport report = new ComparisonReport(result, options);
    AtomicFile.write(file, report.html());
    if (!report.series.isEmpty()) {
      AtomicFile.write(file.resolveSibling("table.csv"), ReportTables.csv(result));
      AtomicFile.write(
          file.resolveSibling("table.md"), ReportTables.markdown(result, options.columns()));
      AtomicFile.write(
          file.resolveSibling("table.tex"), ReportTables.latex(result, options.columns()));
      Path charts = file.resolveSibling("charts");
      for (Map.Entry<String, String> chart : report.charts.entrySet()) {
        AtomicFile.write(charts.resolve(chart.getKey()), chart.getValue());
      }
    }
  }

  private String html() {
    Page page = new Page("Atoll: " + datasets() + " compared");
    page.add(header());
    if (!result.leftOut().isEmpty() || result.failures() > 0) {
      page.add(problems());
    }
    Map<String, ComparisonResult> byData = result.byData();
    byData.forEach((data, own) -> addDataset(page, data, own, byData.size() > 1));
    if (!series.isEmpty()) {
      page.add(
          Page.section(
              "Commands",
              ProvenanceSection.commands(
                  List.copyOf(series.keySet()), List.copyOf(series.values()))));
      page.add(Page.section("Origin", origin()));
    }
    return page.html();
  }

  /**
   * Adds the results of one dataset; its charts go to a folder of its own if there are several
   * datasets.
   */
  private void addDataset(Page page, String data, ComparisonResult own, boolean several) {
    List<ComparisonRow> rows = own.finished();
    if (rows.isEmpty()) {
      return;
    }
    if (several) {
      page.add(MarkupTag.of("h2").text("Data: " + data));
    }
    DatasetReport part =
        new DatasetReport(
            rows, rows.stream().map(series::get).toList(), (double) rows.size() / series.size());
    part.sections().forEach(page::add);
    conditions(own, options.notes().getOrDefault(data, List.of())).ifPresent(page::add);
    String folder = several ? folderName(data) + "/" : "";
    part.chartFiles().forEach((name, svg) -> charts.put(folder + name, svg));
  }

  /** Remarks on conditions that differ between rows, and on the data. */
  private static Optional<MarkupTag> conditions(ComparisonResult own, List<String> notes) {
    SettingDifferences differences = SettingDifferences.of(own);
    List<MarkupTag> cards = new ArrayList<>();
    if (!differences.isEmpty()) {
      MarkupTag table = MarkupTag.of("table", "class", "facts");
      differences.table().cells().stream()
          .skip(1)
          .forEach(cells -> table.add(ProvenanceSection.fact(cells.getFirst(), cells.getLast())));
      cards.add(
          Page.card(
              "Settings that differ between rows",
              differences.warning().map(text -> capital(text) + ".").orElse("Of the recipes."),
              table));
    }
    if (!notes.isEmpty()) {
      MarkupTag list = MarkupTag.of("ul");
      notes.forEach(note -> list.add(MarkupTag.of("li").text(note)));
      cards.add(Page.card("Notes on the data", "As atoll info has them.", list));
    }
    return cards.isEmpty()
        ? Optional.empty()
        : Optional.of(Page.section("Conditions", MarkupTag.of("div", "class", "grid").add(cards)));
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** The last name of a dataset's folder, numbered if another has the same. */
  private String folderName(String data) {
    List<String> all = List.copyOf(result.byData().keySet());
    String name = lastName(data);
    boolean alone = all.stream().filter(other -> lastName(other).equals(name)).count() == 1;
    return alone ? name : name + "-" + (all.indexOf(data) + 1);
  }

  private static String lastName(String data) {
    return data.replaceAll(".*/(?=.)", "").replaceAll("[^A-Za-z0-9._-]", "-");
  }

  private MarkupTag header() {
    long runs = result.runs().size();
    String facts =
        "%s · %s · %d rows, %d runs, seeds %s"
            .formatted(datasets(), values(RunResult::model), series.size(), runs, seeds());
    return MarkupTag.of("header")
        .add(
            MarkupTag.of("div")
                .add(MarkupTag.of("h1").text("Comparison of recipes"))
                .add(MarkupTag.of("p").text(facts)))
        .add(Page.themeButton());
  }

  private String datasets() {
    return values(RunResult::dataset);
  }

  /** Returns the values of a field in every result. */
  private String values(Function<RunResult, String> field) {
    return result.runs().stream()
        .map(run -> field.apply(run.result()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private String seeds() {
    return result.comparison().seeds().stream()
        .map(String::valueOf)
        .collect(Collectors.joining(", "));
  }

  private MarkupTag problems() {
    MarkupTag list = MarkupTag.of("ul");
    result
        .rows()
        .forEach(
            row ->
                row.failures()
                    .forEach(
                        (seed, why) ->
                            list.add(
                                problem(
                                    "%s, seed %d failed: %s"
                                        .formatted(row.labelWithData(), seed, why)))));
    result
        .leftOut()
        .forEach(
            (contender, why) -> list.add(problem(contender.labelWithData() + " left out: " + why)));
    return MarkupTag.of("div", "class", "problems").add(list);
  }

  private static MarkupTag problem(String text) {
    return MarkupTag.of("li").text(text);
  }

  private MarkupTag origin() {
    return MarkupTag.of("div", "class", "grid")
        .add(
            Page.card(
                "Machine and build",
                "The build, machine and settings behind the figures.",
                ProvenanceSection.provenance(result)))
        .add(
            Page.card(
                "What was asked for",
                "As comparison.yaml has it.",
                ProvenanceSection.settings(result)));
  }
}
