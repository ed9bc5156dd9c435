package dev.atoll.app.describe;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists of known names: datasets, recipes, presets, settings. */
public final class KnownNames {
  private static final int MOST_NAMES = 8;

  private KnownNames() {}

  public static Description overview(SettingsCatalog named) throws IOException {
    Set<String> datasets = DatasetCatalog.standard().names();
    Table names =
        Table.untitled()
            .row("datasets", String.join(", ", datasets))
            .row("recipes", String.join(", ", named.names(SettingsLibrary.RECIPES)))
            .row("presets", String.join(", ", named.names(SettingsLibrary.PRESETS)))
            .row("comparisons", String.join(", ", named.names(SettingsLibrary.COMPARISONS)));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", "overview");
    json.put("datasets", datasets);
    json.put("recipes", named.names(SettingsLibrary.RECIPES));
    json.put("presets", named.names(SettingsLibrary.PRESETS));
    json.put("comparisons", named.names(SettingsLibrary.COMPARISONS));
    return new Description(List.of(names), json);
  }

  public static Description settings() {
    Table table = Table.of("setting", "default", "allowed", "what it is");
    List<Map<String, Object>> all = new ArrayList<>();
    Settings defaults = Settings.bare();
    for (Key<?> key : Keys.all()) {
      String fallback = defaults.text(key);
      table.row(key.name(), fallback, briefly(key.type()), key.help());
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("key", key.name());
      one.put("default", defaults.asMap().get(key.name()));
      one.put("allowed", key.type().allowed());
      one.put("help", key.help());
      all.add(one);
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

  /** Long lists of names have a place of their own. */
  private static String briefly(KeyType<?> type) {
    return type.names().size() > MOST_NAMES ? "a name; see 'atoll info'" : type.allowed();
  }
}
