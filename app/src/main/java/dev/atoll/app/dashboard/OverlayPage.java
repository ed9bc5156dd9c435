package dev.atoll.app.dashboard;

import dev.atoll.app.chart.CostCharts;
import dev.atoll.app.chart.Costs;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.recipe.run.EpochLine;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The page that overlays several runs. */
final class OverlayPage {
  private final List<WatchedRun> runs;
  private final HistoryCards history;
  private final boolean served;

  private OverlayPage(List<WatchedRun> runs, boolean served) {
    this.runs = runs;
    this.history = new HistoryCards(runs);
    this.served = served;
  }

  static PageParts of(List<WatchedRun> runs, boolean served) {
    return new OverlayPage(runs, served).view();
  }

  private PageParts view() {
    PageParts view = PageParts.of("Atoll: " + runs.size() + " runs compared", served);
    view.add("top", top());
    view.add("summary", summary());
    view.add("charts", Page.section("History and cost", legend(), charts()));
    view.add("settings", Page.section("Settings that differ", settings()));
    return view;
  }

  private MarkupTag top() {
    String subjects =
        runs.stream().map(WatchedRun::subject).distinct().collect(Collectors.joining(", "));
    MarkupTag nav = MarkupTag.of("nav", "aria-label", "pages");
    if (served) {
      nav.add(MarkupTag.of("a", "class", "button", "href", "/").text("all runs"));
    }
    return MarkupTag.of("header")
        .add(
            MarkupTag.of("div")
                .add(MarkupTag.of("h1").text(runs.size() + " runs"))
                .add(MarkupTag.of("p").text(subjects)))
        .add(nav.add(Page.themeButton()));
  }

  private MarkupTag summary() {
    MarkupTag head = MarkupTag.of("tr").add(MarkupTag.of("th", "class", "name").text("run"));
    head.add(MarkupTag.of("th", "class", "name").text("state"));
    head.add(Figures.headings());
    MarkupTag body = MarkupTag.of("tbody");
    for (int i = 0; i < runs.size(); i++) {
      body.add(row(runs.get(i), history.series().get(i)));
    }
    return MarkupTag.of("div", "class", "card")
        .add(
            MarkupTag.of("div", "class", "scroll")
                .add(
                    MarkupTag.of("table", "class", "sortable rows")
                        .add(MarkupTag.of("thead").add(head))
                        .add(body)));
  }

  private MarkupTag row(WatchedRun run, Series its) {
    MarkupTag name = MarkupTag.of("td", "class", "name", "data-v", run.name()).add(its.swatch());
    if (served) {
      name.add(MarkupTag.of("a", "href", PageLinks.run(run.name())).text(run.name()));
    } else {
      name.text(run.name());
    }
    return its.mark(MarkupTag.of("tr"))
        .add(name)
        .add(MarkupTag.of("td", "class", "text").add(RunStatusText.badge(run)))
        .add(Figures.of(run));
  }

  private MarkupTag legend() {
    return Page.legend(history.series().stream().map(HistoryCards::entry).toList());
  }

  private MarkupTag charts() {
    MarkupTag grid = MarkupTag.of("div", "class", "grid even").add(history.loss());
    runs.stream()
        .map(WatchedRun::scoreName)
        .filter(name -> !name.isEmpty())
        .distinct()
        .forEach(name -> grid.add(history.score(name)));
    List<Costs> all = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      all.add(CostCards.costs(runs.get(i), history.series().get(i)));
    }
    CostCharts costs = new CostCharts(all);
    grid.add(history.seconds()).add(costs.seconds());
    if (runs.stream().anyMatch(run -> run.has(EpochLine::totalBytes))) {
      grid.add(history.bytes()).add(costs.bytes());
    }
    return runs.stream().allMatch(run -> run.memory().isEmpty()) ? grid : grid.add(costs.memory());
  }

  /** The settings that differ between runs. */
  private MarkupTag settings() {
    Set<String> keys = new LinkedHashSet<>();
    runs.forEach(run -> keys.addAll(run.settings().keySet()));
    MarkupTag head = MarkupTag.of("tr").add(MarkupTag.of("th", "class", "name").text("setting"));
    for (int i = 0; i < runs.size(); i++) {
      Series its = history.series().get(i);
      head.add(MarkupTag.of("th", "class", "name").add(its.swatch()).text(its.label()));
    }
    MarkupTag body = MarkupTag.of("tbody");
    for (String key : keys) {
      List<String> values = runs.stream().map(run -> run.setting(key)).toList();
      if (values.stream().distinct().count() > 1) {
        MarkupTag row =
            MarkupTag.of("tr").add(MarkupTag.of("th", "class", "name", "scope", "row").text(key));
        values.forEach(value -> row.add(MarkupTag.of("td", "class", "text").text(value)));
        body.add(row);
      }
    }
    MarkupTag table = MarkupTag.of("table").add(MarkupTag.of("thead").add(head)).add(body);
    return MarkupTag.of("div", "class", "card")
        .add(MarkupTag.of("div", "class", "scroll").add(table));
  }
}
