package dev.atoll.app.dashboard;

import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Tag;
import dev.atoll.app.screen.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What a run was made with, and the files it leaves. */
final class OriginCards {
  /** What may be asked of a run's folder. */
  static final List<String> FILES =
      List.of(
          "config.yaml",
          "metrics.jsonl",
          "progress.json",
          "events.jsonl",
          "timeline.json",
          "explanation.json",
          "result.json");

  private OriginCards() {}

  static Tag of(WatchedRun run, boolean served) throws IOException {
    Collection<Setting> all = run.settings().values();
    List<Setting> chosen = all.stream().filter(setting -> !setting.isDefault()).toList();
    List<Setting> rest = all.stream().filter(Setting::isDefault).toList();
    Tag settings =
        Page.card(
            "Settings",
            "Those that somebody has set: the command, a preset, a recipe, a file.",
            table(chosen),
            Tag.of("details", "id", "defaults", "class", "plain")
                .add(Tag.of("summary").text(rest.size() + " defaults"))
                .add(table(rest)));
    Tag grid = Tag.of("div", "class", "grid").add(settings);
    Tag beside = Tag.of("div", "class", "column");
    if (run.result().has("provenance")) {
      beside.add(provenance(run));
    }
    return grid.add(beside.add(files(run, served)));
  }

  private static Tag table(List<Setting> settings) {
    Tag table = Tag.of("table", "class", "facts");
    for (Setting setting : settings) {
      table.add(fact(setting.key(), setting.value(), setting.isDefault() ? "" : setting.origin()));
    }
    return table;
  }

  static Tag fact(String name, String value, String aside) {
    Tag row = Tag.of("tr").add(Tag.of("th", "scope", "row").text(name));
    row.add(Tag.of("td").text(value));
    return aside.isEmpty() ? row : row.add(Tag.of("td", "class", "aside").text(aside));
  }

  private static Tag provenance(WatchedRun run) {
    Tag table = Tag.of("table", "class", "facts");
    run.result()
        .path("provenance")
        .properties()
        .forEach(entry -> table.add(fact(entry.getKey(), entry.getValue().asText(), "")));
    table.add(fact("weights", run.result().path("weightsSha256").asText(), ""));
    return Page.card("Machine and build", "What the figures were made with.", table);
  }

  private static Tag files(WatchedRun run, boolean served) throws IOException {
    List<Tag> rows = new ArrayList<>();
    for (String name : FILES) {
      Path file = run.folder().path().resolve(name);
      if (Files.isRegularFile(file)) {
        Tag cell = Tag.of("th", "scope", "row");
        String link = Links.run(run.name()) + "?file=" + name;
        rows.add(
            Tag.of("tr")
                .add(served ? cell.add(Tag.of("a", "href", link).text(name)) : cell.text(name))
                .add(Tag.of("td").text(run.state() == RunState.LIVE ? "" : size(file))));
      }
    }
    return Page.card(
        "Files", run.folder().path().toString(), Tag.of("table", "class", "facts").add(rows));
  }

  private static String size(Path file) throws IOException {
    return Units.bytes(Files.size(file));
  }
}
