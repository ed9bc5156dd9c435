package dev.atoll.app.dashboard;

import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Tag;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** All runs, to be opened or chosen for a comparison. */
final class ListPage {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM, HH:mm", Locale.ROOT);

  private ListPage() {}

  static View of(List<WatchedRun> runs, String where) {
    View view = View.of("Atoll: runs", true);
    view.add("top", top(runs, where));
    view.add("runs", runs.isEmpty() ? nothing() : table(runs));
    return view;
  }

  private static Tag top(List<WatchedRun> runs, String where) {
    long live = runs.stream().filter(run -> run.state() == RunState.LIVE).count();
    String facts =
        "%d run%s in %s%s"
            .formatted(
                runs.size(),
                runs.size() == 1 ? "" : "s",
                where,
                live == 0 ? "" : ", " + live + " live");
    return Tag.of("header")
        .add(Tag.of("div").add(Tag.of("h1").text("Runs")).add(Tag.of("p").text(facts)))
        .add(Tag.of("nav", "aria-label", "pages").add(Page.themeButton()));
  }

  private static Tag nothing() {
    return Tag.of("div", "class", "card")
        .add(
            Tag.of("p")
                .text("There is no run here yet. It appears once ")
                .add(Tag.of("code").text("atoll train"))
                .text(" begins."));
  }

  private static Tag table(List<WatchedRun> runs) {
    Tag head = Tag.of("tr").add(Tag.of("th").add(Tag.of("span", "class", "unseen").text("choose")));
    head.add(Tag.of("th", "class", "name").text("run"));
    for (String title : List.of("state", "data", "recipe")) {
      head.add(Tag.of("th", "class", "name").text(title));
    }
    head.add(Figures.headings()).add(Tag.of("th").text("begun"));
    Tag body = Tag.of("tbody");
    runs.forEach(run -> body.add(row(run)));
    Tag table = Tag.of("table", "class", "sortable").add(Tag.of("thead").add(head)).add(body);
    return Tag.of("form", "action", Links.OVERLAY, "class", "card")
        .add(
            Tag.of("div", "class", "bar-of-buttons")
                .add(Tag.of("button", "type", "submit").text("compare chosen runs"))
                .add(
                    Tag.of("span", "class", "note")
                        .text("Choose two or more to lay their curves over each other.")))
        .add(Tag.of("div", "class", "scroll").add(table));
  }

  private static Tag row(WatchedRun run) {
    Tag choice =
        Tag.of("input", "type", "checkbox", "name", "run", "value", run.name())
            .with("aria-label", "choose " + run.name());
    Tag name =
        Tag.of("td", "class", "name", "data-v", run.name())
            .add(Tag.of("a", "href", Links.run(run.name())).text(run.name()));
    return Tag.of("tr")
        .add(Tag.of("td").add(choice))
        .add(name)
        .add(Tag.of("td", "class", "text").add(Standing.badge(run)))
        .add(Tag.of("td", "class", "text").text(run.subject()))
        .add(Tag.of("td", "class", "text").text(run.setting("recipe")))
        .add(Figures.of(run))
        .add(Figures.cell((double) run.begun().toEpochMilli(), time(run.begun())));
  }

  private static String time(Instant instant) {
    return TIME.format(instant.atZone(ZoneId.systemDefault()));
  }
}
