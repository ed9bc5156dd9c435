package dev.atoll.app.dashboard;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.watch.RunStatus;
import dev.atoll.app.watch.WatchedRun;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The page that lists every run, to open or to choose for a comparison. */
final class ListPage {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM, HH:mm", Locale.ROOT);

  private ListPage() {}

  static PageParts of(List<WatchedRun> runs, String where) {
    PageParts view = PageParts.of("Atoll: runs", true);
    view.add("top", top(runs, where));
    if (!runs.isEmpty()) {
      view.add("find", filter());
    }
    view.add("runs", runs.isEmpty() ? noRuns(where) : table(runs));
    return view;
  }

  private static MarkupTag top(List<WatchedRun> runs, String where) {
    long live = runs.stream().filter(run -> run.state() == RunStatus.LIVE).count();
    String facts =
        "%d run%s in %s%s"
            .formatted(
                runs.size(),
                runs.size() == 1 ? "" : "s",
                where,
                live == 0 ? "" : ", " + live + " live");
    return MarkupTag.of("header")
        .add(
            MarkupTag.of("div")
                .add(MarkupTag.of("h1").text("Runs"))
                .add(MarkupTag.of("p").text(facts)))
        .add(MarkupTag.of("nav", "aria-label", "pages").add(Page.themeButton()));
  }

  /** The field that filters the rows, by the script of the page. */
  private static MarkupTag filter() {
    return MarkupTag.of("div", "class", "filter", "role", "search")
        .add(
            MarkupTag.of("input", "type", "search", "id", "filter")
                .with("placeholder", "filter: words of any column")
                .with("aria-label", "show only runs with all of these words"))
        .add(MarkupTag.of("span", "class", "note", "id", "matches", "role", "status"))
        .add(
            MarkupTag.of("span", "class", "note")
                .text("A click on a heading sorts by its column."));
  }

  private static MarkupTag noRuns(String where) {
    return MarkupTag.of("div", "class", "card")
        .add(
            MarkupTag.of("p")
                .text("There is no run in %s yet. It appears here once ".formatted(where))
                .add(MarkupTag.of("code").text("atoll train"))
                .text(" begins, in this folder or with ")
                .add(MarkupTag.of("code").text("--out"))
                .text(" in it."));
  }

  private static MarkupTag table(List<WatchedRun> runs) {
    MarkupTag head =
        MarkupTag.of("tr")
            .add(MarkupTag.of("th").add(MarkupTag.of("span", "class", "unseen").text("choose")));
    head.add(MarkupTag.of("th", "class", "name").text("run"));
    for (String title : List.of("state", "data", "recipe")) {
      head.add(MarkupTag.of("th", "class", "name").text(title));
    }
    head.add(Figures.headings()).add(MarkupTag.of("th").text("begun"));
    MarkupTag body = MarkupTag.of("tbody");
    runs.forEach(run -> body.add(row(run)));
    MarkupTag table =
        MarkupTag.of("table", "class", "sortable rows")
            .add(MarkupTag.of("thead").add(head))
            .add(body);
    return MarkupTag.of("form", "action", PageLinks.OVERLAY, "class", "card")
        .add(
            MarkupTag.of("div", "class", "bar-of-buttons")
                .add(MarkupTag.of("button", "type", "submit").text("compare chosen runs"))
                .add(
                    MarkupTag.of("span", "class", "note")
                        .text("Choose two or more to lay their curves over each other.")))
        .add(MarkupTag.of("div", "class", "scroll").add(table));
  }

  private static MarkupTag row(WatchedRun run) {
    MarkupTag choice =
        MarkupTag.of("input", "type", "checkbox", "name", "run", "value", run.name())
            .with("aria-label", "choose " + run.name());
    MarkupTag name =
        MarkupTag.of("td", "class", "name", "data-v", run.name())
            .add(MarkupTag.of("a", "href", PageLinks.run(run.name())).text(run.name()));
    return MarkupTag.of("tr")
        .add(MarkupTag.of("td").add(choice))
        .add(name)
        .add(MarkupTag.of("td", "class", "text").add(RunStatusText.badge(run)))
        .add(MarkupTag.of("td", "class", "text").text(run.subject()))
        .add(MarkupTag.of("td", "class", "text").text(run.setting("recipe")))
        .add(Figures.of(run))
        .add(
            Figures.cell((double) run.begun().toEpochMilli(), time(run.begun()))
                .with("class", "loose"));
  }

  private static String time(Instant instant) {
    return TIME.format(instant.atZone(ZoneId.systemDefault()));
  }
}
