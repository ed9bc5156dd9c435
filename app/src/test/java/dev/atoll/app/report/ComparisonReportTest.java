package dev.atoll.app.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.compare.Comparison;
import dev.atoll.app.compare.ComparisonPlan;
import dev.atoll.app.compare.ComparisonResult;
import dev.atoll.app.compare.ComparisonRow;
import dev.atoll.app.compare.Contender;
import dev.atoll.app.compare.FinishedRun;
import dev.atoll.app.compare.PlannedRun;
import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.settings.Assignment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of runs that never were. */
class ComparisonReportTest {
  @TempDir Path folder;

  private ReportPage page(ComparisonResult result) throws IOException {
    Path file = folder.resolve("report.html");
    ComparisonReport.write(result, ReportOptions.NONE, file);
    return ReportPage.read(file);
  }

  private static ComparisonResult result(int epochs, String... pairs) {
    List<Assignment> said =
        Arrays.stream(pairs).map(pair -> Assignment.ofPair(pair, "--said")).toList();
    Comparison comparison = Comparison.of(said);
    ComparisonPlan plan = ComparisonPlan.of(comparison);
    Map<Long, List<EpochLine>> courses =
        comparison.seeds().stream().collect(Collectors.toMap(s -> s, s -> course(epochs, s)));
    List<ComparisonRow> rows = new ArrayList<>();
    for (Map.Entry<Contender, List<PlannedRun>> entry : plan.runs().entrySet()) {
      List<FinishedRun> runs =
          entry.getValue().stream().map(run -> finished(run, courses.get(run.seed()))).toList();
      rows.add(new ComparisonRow(entry.getKey(), entry.getValue(), runs, Map.of()));
    }
    return new ComparisonResult(comparison, rows, plan.leftOut());
  }

  private static List<EpochLine> course(int epochs, long seed) {
    return IntStream.rangeClosed(1, epochs)
        .mapToObj(
            epoch ->
                line(
                    Map.of(
                        "epoch",
                        epoch,
                        "loss",
                        2.0 / epoch + 0.01 * seed,
                        "seconds",
                        0.5,
                        "bytes",
                        Map.of("total", 100),
                        "validation",
                        Map.of("accuracy", 1 - 1.0 / epoch))))
        .toList();
  }

  private static EpochLine line(Map<String, Object> fields) {
    return new ObjectMapper().convertValue(fields, EpochLine.class);
  }

  private static FinishedRun finished(PlannedRun run, List<EpochLine> lines) {
    int workers = Integer.parseInt(run.name().replaceAll(".*-(\\d+)w-.*", "$1"));
    Map<String, Object> result =
        Map.of(
            "dataset", "made <up> & \"quoted\"",
            "model", "sage",
            "test", Map.of("accuracy", 0.8 + 0.01 * run.seed()),
            "validation", Map.of("accuracy", 0.7),
            "loss", List.of(1.0, 0.5),
            "perEpoch", Map.of("seconds", 0.1, "compute", 0.08),
            "bytesPerEpoch", Map.of("features", 1e6 * workers, "total", 1e6 * workers),
            "memory", Map.of("peakBytes", Collections.nCopies(workers, 1e7)),
            "trafficPerEpoch", Collections.nCopies(workers, Collections.nCopies(workers, 12345.0)),
            "provenance", Map.of("jdk", "25"));
    return new FinishedRun(run.seed(), Path.of("run"), run.command(), result(result), lines);
  }

  private static RunResult result(Map<String, Object> fields) {
    return new ObjectMapper().convertValue(fields, RunResult.class);
  }

  @Test
  void aLargeComparisonStaysSmall() throws IOException {
    String rates =
        DoubleStream.iterate(0.1, r -> r + 0.1)
            .limit(15)
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(","));
    ReportPage page =
        page(result(1000, "recipes=distdgl,fastsample", "workers=2,16,64", "vary.lr=" + rates));
    assertTrue(page.text().contains("more maps would be too large"), "some maps are left out");
    assertEquals(90, page.count("polyline") / 4, "curves of all rows are there");
  }

  @Test
  void aLargeComparisonOfSeveralDatasetsStaysSmall() throws IOException {
    ReportPage page =
        page(
            result(
                100,
                "recipes=distdgl,fastsample",
                "workers=2,16,32",
                "data=a,b/a,c",
                "vary.lr=0.1,0.2,0.3,0.4"));
    assertEquals(72, page.count("polyline") / 4, "curves of all rows are there");
    assertTrue(Files.exists(folder.resolve("charts/a-2/loss.svg")));
  }

  /** Scores of two seeds are 0.80 and 0.81 in every row: all rows are alike. */
  @Test
  void noRowWinsWhereIntervalsOverlap() throws IOException {
    ReportPage page = page(result(2, "recipes=distdgl,fastsample", "workers=2,4", "seeds=2"));
    assertTrue(page.text().contains("no clear winner"), page.text());
    assertTrue(page.text().contains("and 1 more overlap with it"), page.text());
    assertEquals(0, page.markup().split("class=\"best\"", -1).length - 1);
  }

  @Test
  void oneSeedShowsNoWinner() throws IOException {
    ReportPage page = page(result(2, "recipes=distdgl:lr=0.1,distdgl:lr=0.2", "seeds=1"));
    assertTrue(page.text().contains("no clear winner"), page.text());
  }

  @Test
  void tablesAndChartsLieBesideThePage() throws IOException {
    ComparisonResult result =
        result(4, "recipes=distdgl,fastsample", "workers=2,4", "seeds=2", "vary.lr=0.1,0.2");
    ReportPage page = page(result);
    List<String> csv = Files.readAllLines(folder.resolve("table.csv"));
    assertEquals(9, csv.size());
    assertTrue(csv.getFirst().startsWith("data,recipe,settings,preset,workers,seeds,score,"));
    assertTrue(
        csv.get(1)
            .startsWith(
                "cora,distdgl,lr=0.1 sampler=unfused"
                    + " topology=partitioned,none,2,2,accuracy,0.805,0.00707"),
        csv.get(1));
    int bytes = List.of(csv.getFirst().split(",", -1)).indexOf("bytes_to_target_mean");
    assertEquals("400.0", csv.get(1).split(",", -1)[bytes], "four epochs to 75 %");
    List<String> markdown = Files.readAllLines(folder.resolve("table.md"));
    assertTrue(markdown.get(1).startsWith("|---|---:|"), markdown.get(1));
    assertTrue(markdown.get(2).contains("| 80.5 ± 0.7 |"), markdown.get(2));
    for (String title :
        List.of("accuracy (%)", "validation (%)", "bytes/epoch (MiB)", "CPUs", "epoch (ms)")) {
      assertTrue(markdown.getFirst().contains("| " + title + " |"), markdown.getFirst());
      assertTrue(page.text().contains(title), title + " is on the page");
    }
    String latex = Files.readString(folder.resolve("table.tex"));
    assertTrue(latex.contains(" & accuracy (\\%) & "), latex);
    assertTrue(latex.contains(" & 80.5 $\\pm$ 0.7 & "), latex);
    assertTrue(
        latex.contains(
            "recipe & workers & accuracy (\\%) & bytes/epoch (MiB) & epoch (ms) & memory (MiB)"
                + " \\\\"),
        latex);
    assertTrue(latex.contains("\\caption{"), latex);
    assertTrue(latex.contains("\\bottomrule"), latex);
    assertTrue(page.text().contains("Cost to reach accuracy of 75.0 %"), page.text());
    for (String name :
        List.of(
            "loss",
            "accuracy",
            "time-to-accuracy",
            "bytes-to-accuracy",
            "bytes-against-accuracy",
            "epoch-time-by-phase",
            "bytes-by-purpose",
            "memory-per-worker",
            "traffic-between-workers-1")) {
      String svg = Files.readString(folder.resolve("charts/" + name + ".svg"));
      assertTrue(svg.contains("<svg xmlns=\"http://www.w3.org/2000/svg\""), name);
      assertFalse(svg.contains("var("), name + " has the colours of a page");
      assertEquals(svg.split("<svg", -1).length, svg.split("</svg>", -1).length, name);
    }
    String loss = Files.readString(folder.resolve("charts/loss.svg"));
    assertTrue(loss.contains(">fastsample lr=0.2 · 4 workers</text>"), "the legend is in it");
  }

  @Test
  void conditionsThatDifferBetweenRowsAreOnThePageAndInTheTables() throws IOException {
    ComparisonResult result = result(2, "recipes=distdgl,dgs", "workers=2", "seeds=2");
    Path file = folder.resolve("report.html");
    var options =
        new ReportOptions(
            List.of("accuracy", "epoch"),
            Map.of("cora", List.of("features are NOT the published ones")));
    ComparisonReport.write(result, options, file);
    ReportPage page = ReportPage.read(file);
    assertTrue(page.text().contains("15,10 (distdgl); 64,64 (dgs)"), page.text());
    assertTrue(page.text().contains("features are NOT the published ones"), page.text());
    assertTrue(page.text().contains("of means over epochs"), page.text());
    List<String> csv = Files.readAllLines(folder.resolve("table.csv"));
    assertTrue(csv.get(2).startsWith("cora,dgs,\""), csv.get(2));
    assertTrue(csv.get(2).contains("fanouts=64,64"), csv.get(2));
    assertTrue(csv.getFirst().contains(",validation_mean,validation_deviation,"), csv.getFirst());
    assertTrue(csv.getFirst().contains(",steps_per_epoch_mean,"), csv.getFirst());
    assertTrue(csv.getFirst().contains(",skipped_broadcasts_mean,"), csv.getFirst());
    assertTrue(csv.getFirst().contains(",max_age_mean,"), csv.getFirst());
    assertTrue(csv.getFirst().contains(",peer_rows_mean,"), csv.getFirst());
    String latex = Files.readString(folder.resolve("table.tex"));
    assertTrue(latex.contains("recipe & workers & accuracy (\\%) & epoch (ms) \\\\"), latex);
    assertTrue(latex.contains("fanouts 15,10 (distdgl); 64,64 (dgs)"), latex);
    List<String> markdown = Files.readAllLines(folder.resolve("table.md"));
    assertEquals("| recipe | workers | accuracy (%) | epoch (ms) |", markdown.getFirst());
  }

  @Test
  void latexHasAllColumnsOnRequest() throws IOException {
    Path file = folder.resolve("report.html");
    var options = new ReportOptions(List.of("all"), Map.of());
    ComparisonReport.write(result(2, "recipes=distdgl", "seeds=2"), options, file);
    String latex = Files.readString(folder.resolve("table.tex"));
    assertTrue(latex.contains(" & validation (\\%) & loss & "), latex);
  }

  @Test
  void oneRowWithOneSeedIsAPageToo() throws IOException {
    ReportPage page = page(result(1, "recipes=single", "seeds=1"));
    assertTrue(page.text().contains("made <up> & \"quoted\""), page.text());
    assertTrue(page.text().contains("atoll train --recipe single --seed 0"), page.text());
  }

  @Test
  void runsWithoutAnyScoreAreAPageToo() throws IOException {
    ComparisonResult scored = result(2, "recipes=single", "seeds=2");
    List<ComparisonRow> rows =
        scored.rows().stream()
            .map(row -> new ComparisonRow(row.contender(), row.planned(), unscored(row), Map.of()))
            .toList();
    ReportPage page = page(new ComparisonResult(scored.comparison(), rows, Map.of()));
    assertTrue(page.text().contains("Training loss"), page.text());
    assertTrue(!page.text().contains("accuracy"), page.text());
  }

  private static List<FinishedRun> unscored(ComparisonRow row) {
    return row.runs().stream()
        .map(
            run ->
                new FinishedRun(
                    run.seed(), run.folder(), run.command(), unscored(run.result()), run.epochs()))
        .toList();
  }

  private static RunResult unscored(RunResult result) {
    Map<String, Object> fields = Json.map(result);
    fields.remove("test");
    fields.remove("validation");
    return result(fields);
  }

  @Test
  void nothingFinishedIsSaid() throws IOException {
    ComparisonResult none = result(1, "recipes=single", "seeds=2");
    List<ComparisonRow> failed =
        none.rows().stream()
            .map(
                row ->
                    new ComparisonRow(
                        row.contender(), row.planned(), List.of(), Map.of(1L, "no <disk>")))
            .toList();
    ReportPage page = page(new ComparisonResult(none.comparison(), failed, Map.of()));
    assertTrue(page.text().contains("seed 1 failed: no <disk>"), page.text());
  }
}
