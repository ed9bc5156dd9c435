package dev.atoll.app.describe;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.importer.Importer;
import dev.atoll.formats.importer.Importers;
import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsCatalog;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists of known names: datasets, recipes, presets, settings. */
public final class KnownNames {
  private static final int MOST_NAMES = 8;

  private KnownNames() {}

  /** The output of {@code info --json}. */
  private record Overview(
      String kind,
      Collection<String> datasets,
      Collection<String> recipes,
      Collection<String> presets,
      Collection<String> comparisons) {}

  /** One setting. */
  private record Setting(
      String key, @JsonProperty("default") Object fallback, String allowed, String help) {}

  public static Description overview(SettingsCatalog named) throws IOException {
    var all =
        new Overview(
            "overview",
            DatasetCatalog.standard().names(),
            named.names(SettingsLibrary.RECIPES),
            named.names(SettingsLibrary.PRESETS),
            named.names(SettingsLibrary.COMPARISONS));
    Table names =
        Table.untitled()
            .row("datasets", String.join(", ", all.datasets))
            .row("recipes", String.join(", ", all.recipes))
            .row("presets", String.join(", ", all.presets))
            .row("comparisons", String.join(", ", all.comparisons));
    return new Description(List.of(names), all);
  }

  public static Description settings() {
    Table table = Table.of("setting", "default", "allowed", "what it is");
    List<Setting> all = new ArrayList<>();
    Settings defaults = Settings.bare();
    for (Key<?> key : Keys.all()) {
      table.row(key.name(), defaults.text(key), briefly(key.type()), key.help());
      all.add(
          new Setting(
              key.name(), defaults.asMap().get(key.name()), key.type().allowed(), key.help()));
    }
    return new Description(List.of(table), Map.of("settings", all));
  }

  public static Description formats() {
    Table table = Table.of("format", "files");
    Map<String, Object> json = new LinkedHashMap<>();
    for (Importer importer : Importers.all()) {
      table.row(importer.name(), importer.files());
      json.put(importer.name(), importer.files());
    }
    return new Description(List.of(table), Map.of("formats", json));
  }

  /** The allowed values of a type; refers to {@code atoll info} for long lists of names. */
  private static String briefly(KeyType<?> type) {
    return type.names().size() > MOST_NAMES ? "a name; see 'atoll info'" : type.allowed();
  }
}
