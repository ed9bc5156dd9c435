package dev.atoll.claims;

import dev.atoll.app.chart.BarChart;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Unit;
import dev.atoll.files.AtomicFile;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.run.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The files that measured claims leave: {@code claims.json}, {@code claims.md} and a page. */
public final class ClaimReport {
  private ClaimReport() {}

  /**
   * Writes all files.
   *
   * @return the page
   */
  public static Path write(List<ClaimResult> results, Path folder) throws IOException {
    Json.write(json(results), folder.resolve("claims.json"));
    AtomicFile.write(folder.resolve("claims.md"), ClaimTable.markdown(results));
    Path page = folder.resolve("report.html");
    AtomicFile.write(page, html(results));
    return page;
  }

  /** The results under the names that {@code --json} documents. */
  public static Map<String, Object> json(List<ClaimResult> results) {
    return Map.of("claims", results);
  }

  private static String html(List<ClaimResult> results) {
    Page page = new Page("Atoll: the papers' claims");
    page.add(
        MarkupTag.of("header")
            .add(MarkupTag.of("div").add(MarkupTag.of("h1").text("The papers' claims")))
            .add(Page.themeButton()));
    for (ClaimResult result : results) {
      List<MarkupTag> content = new ArrayList<>();
      content.add(paragraph("Published: %s (%s)".formatted(result.published(), result.place())));
      content.add(paragraph("Measured: %s, %s".formatted(result.figure(), result.measuredText())));
      ClaimResult.Control control = result.control();
      if (control != null) {
        content.add(
            paragraph(
                "Control (%s): %s"
                    .formatted(
                        control.off(),
                        control.isMeasured() ? control.valueText() : "not measured yet")));
      }
      ClaimResult.Half half = result.half();
      if (half != null) {
        content.add(
            paragraph(
                "%s Published: %s (%s). Measured: %s, %s: %s"
                    .formatted(
                        half.text(),
                        half.published(),
                        half.place(),
                        half.figure(),
                        half.measuredText(),
                        half.verdict())));
      }
      if (!result.why().isEmpty()) {
        content.add(paragraph(result.why()));
      }
      if (!result.curve().isEmpty()) {
        content.add(chart(result));
      }
      content.add(MarkupTag.of("pre").text(String.join("\n", result.commands())));
      page.add(
          Page.section(
              "%d. %s: %s".formatted(result.claim(), result.paper(), result.verdict()),
              Page.card(result.text(), result.command(), content.toArray(MarkupTag[]::new))));
    }
    return page.html();
  }

  private static MarkupTag paragraph(String text) {
    return MarkupTag.of("p").text(text);
  }

  private static MarkupTag chart(ClaimResult result) {
    List<BarChart.Group> groups = new ArrayList<>();
    result
        .curve()
        .forEach(
            (label, value) -> {
              String text = Units.number(value);
              var part = new BarChart.Part("c0", value, label + ": " + text);
              groups.add(
                  new BarChart.Group(
                      new Series(0, label), List.of(new BarChart.Bar(List.of(part), text))));
            });
    return new BarChart(Unit.NUMBER, result.figure(), groups).draw(result.figure());
  }
}
