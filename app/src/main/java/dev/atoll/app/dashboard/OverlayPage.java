package dev.atoll.app.dashboard;

import dev.atoll.app.chart.CostCharts;
import dev.atoll.app.chart.Costs;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.Tag;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Several runs laid over each other. */
final class OverlayPage {
  private final List<WatchedRun> runs;
  private final CourseCards course;
  private final boolean served;

  private OverlayPage(List<WatchedRun> runs, boolean served) {
    this.runs = runs;
    this.course = new CourseCards(runs);
    this.served = served;
  }

  static View of(List<WatchedRun> runs, boolean served) {
    return new OverlayPage(runs, served).view();
  }

  private View view() {
    View view = View.of("Atoll: " + runs.size() + " runs compared", served);
    view.add("top", top());
    view.add("summary", summary());
    view.add("charts", Page.section("Course and cost", legend(), charts()));
    view.add("settings", Page.section("Settings that differ", settings()));
    return view;
  }

  private Tag top() {
    String subjects =
        runs.stream().map(WatchedRun::subject).distinct().collect(Collectors.joining(", "));
    Tag nav = Tag.of("nav", "aria-label", "pages");
    if (served) {
      nav.add(Tag.of("a", "class", "button", "href", "/").text("all runs"));
    }
    return Tag.of("header")
        .add(
            Tag.of("div")
                .add(Tag.of("h1").text(runs.size() + " runs"))
                .add(Tag.of("p").text(subjects)))
        .add(nav.add(Page.themeButton()));
  }

  private Tag summary() {
    Tag head = Tag.of("tr").add(Tag.of("th", "class", "name").text("run"));
    head.add(Tag.of("th", "class", "name").text("state"));
    head.add(Figures.headings());
    Tag body = Tag.of("tbody");
    for (int i = 0; i < runs.size(); i++) {
      body.add(row(runs.get(i), course.series().get(i)));
    }
    return Tag.of("div", "class", "card")
        .add(
            Tag.of("div", "class", "scroll")
                .add(
                    Tag.of("table", "class", "sortable").add(Tag.of("thead").add(head)).add(body)));
  }

  private Tag row(WatchedRun run, Series its) {
    Tag name = Tag.of("td", "class", "name", "data-v", run.name()).add(its.swatch());
    if (served) {
      name.add(Tag.of("a", "href", Links.run(run.name())).text(run.name()));
    } else {
      name.text(run.name());
    }
    return its.mine(Tag.of("tr"))
        .add(name)
        .add(Tag.of("td", "class", "text").add(Standing.badge(run)))
        .add(Figures.of(run));
  }

  private Tag legend() {
    return Page.legend(course.series().stream().map(CourseCards::entry).toList());
  }

  private Tag charts() {
    Tag grid = Tag.of("div", "class", "grid even").add(course.loss());
    runs.stream()
        .map(WatchedRun::scoreName)
        .filter(name -> !name.isEmpty())
        .distinct()
        .forEach(name -> grid.add(course.score(name)));
    List<Costs> all = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      all.add(CostCards.costs(runs.get(i), course.series().get(i)));
    }
    CostCharts costs = new CostCharts(all);
    grid.add(course.seconds()).add(costs.seconds());
    if (runs.stream().anyMatch(run -> run.has("/bytes/total"))) {
      grid.add(course.bytes()).add(costs.bytes());
    }
    return runs.stream().allMatch(run -> run.memory().isEmpty()) ? grid : grid.add(costs.memory());
  }

  /** Only what is not the same in all runs. */
  private Tag settings() {
    Set<String> keys = new LinkedHashSet<>();
    runs.forEach(run -> keys.addAll(run.settings().keySet()));
    Tag head = Tag.of("tr").add(Tag.of("th", "class", "name").text("setting"));
    for (int i = 0; i < runs.size(); i++) {
      Series its = course.series().get(i);
      head.add(Tag.of("th", "class", "name").add(its.swatch()).text(its.label()));
    }
    Tag body = Tag.of("tbody");
    for (String key : keys) {
      List<String> values = runs.stream().map(run -> run.setting(key)).toList();
      if (values.stream().distinct().count() > 1) {
        Tag row = Tag.of("tr").add(Tag.of("th", "class", "name", "scope", "row").text(key));
        values.forEach(value -> row.add(Tag.of("td", "class", "text").text(value)));
        body.add(row);
      }
    }
    Tag table = Tag.of("table").add(Tag.of("thead").add(head)).add(body);
    return Tag.of("div", "class", "card").add(Tag.of("div", "class", "scroll").add(table));
  }
}
