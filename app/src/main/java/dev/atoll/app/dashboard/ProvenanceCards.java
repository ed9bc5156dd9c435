package dev.atoll.app.dashboard;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.watch.RunFiles;
import dev.atoll.app.watch.RunStatus;
import dev.atoll.app.watch.Setting;
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The settings, machine and files of a run. */
final class ProvenanceCards {
  private ProvenanceCards() {}

  static MarkupTag of(WatchedRun run, boolean served) throws IOException {
    Collection<Setting> all = run.settings().values();
    List<Setting> chosen = all.stream().filter(setting -> !setting.isDefault()).toList();
    List<Setting> rest = all.stream().filter(Setting::isDefault).toList();
    MarkupTag settings =
        Page.card(
            "Settings",
            "Settings from the command, a preset, a recipe or a file.",
            table(chosen),
            MarkupTag.of("details", "id", "defaults", "class", "plain")
                .add(MarkupTag.of("summary").text(rest.size() + " defaults"))
                .add(table(rest)));
    MarkupTag grid = MarkupTag.of("div", "class", "grid").add(settings);
    MarkupTag beside = MarkupTag.of("div", "class", "column");
    run.result().map(ProvenanceCards::provenance).ifPresent(beside::add);
    return grid.add(beside.add(files(run, served)));
  }

  private static MarkupTag table(List<Setting> settings) {
    MarkupTag table = MarkupTag.of("table", "class", "facts");
    for (Setting setting : settings) {
      table.add(fact(setting.key(), setting.value(), setting.isDefault() ? "" : setting.origin()));
    }
    return table;
  }

  static MarkupTag fact(String name, String value, String aside) {
    MarkupTag row = MarkupTag.of("tr").add(MarkupTag.of("th", "scope", "row").text(name));
    row.add(MarkupTag.of("td").text(value));
    return aside.isEmpty() ? row : row.add(MarkupTag.of("td", "class", "aside").text(aside));
  }

  private static MarkupTag provenance(RunResult result) {
    MarkupTag table = MarkupTag.of("table", "class", "facts");
    Json.map(result.provenance())
        .forEach((name, value) -> table.add(fact(name, Objects.toString(value, ""), "")));
    table.add(fact("weights", result.weightsSha256(), ""));
    return Page.card("Machine and build", "The origin of the figures.", table);
  }

  private static MarkupTag files(WatchedRun run, boolean served) throws IOException {
    List<MarkupTag> rows = new ArrayList<>();
    for (String name : RunFiles.SHOWN) {
      Optional<Path> found = RunFiles.find(run.folder().path(), name);
      if (found.isPresent()) {
        MarkupTag cell = MarkupTag.of("th", "scope", "row");
        String link = PageLinks.run(run.name()) + "?file=" + name;
        rows.add(
            MarkupTag.of("tr")
                .add(
                    served ? cell.add(MarkupTag.of("a", "href", link).text(name)) : cell.text(name))
                .add(
                    MarkupTag.of("td")
                        .text(run.state() == RunStatus.LIVE ? "" : size(found.get()))));
      }
    }
    return Page.card(
        "Files", run.folder().path().toString(), MarkupTag.of("table", "class", "facts").add(rows));
  }

  private static String size(Path file) throws IOException {
    return Units.bytes(Files.size(file));
  }
}
