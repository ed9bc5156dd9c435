package dev.atoll.app.compare;

import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.compose.UnusedSettings;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Settings in which the rows of a comparison differ without their labels showing it: mostly the
 * recipes' own, such as fanouts. Rows that do not read a setting have no value of it.
 *
 * @param byKey the rows' labels by value
 */
public record SettingDifferences(Map<Key<?>, Map<String, Set<String>>> byKey) {
  /** Settings that are shown in the table, or that name other settings. */
  private static final Set<Key<?>> APART =
      Set.of(Keys.RECIPE, Keys.PRESET, Keys.WORKERS, Keys.DATA, Keys.SEED);

  /** Settings of the training rather than of the method: differences make a comparison unfair. */
  private static final List<Key<?>> UNEQUAL =
      List.of(Keys.FANOUTS, Keys.BATCH, Keys.LEARNING_RATE, Keys.EPOCHS);

  /** The differences between contenders with these settings. */
  public static SettingDifferences of(Map<Contender, Settings> rows) {
    Map<Contender, Set<Key<?>>> unread = new LinkedHashMap<>();
    rows.forEach((row, settings) -> unread.put(row, UnusedSettings.unread(settings)));
    Map<Key<?>, Map<String, Set<String>>> byKey = new LinkedHashMap<>();
    for (Key<?> key : Keys.all()) {
      Map<String, Set<String>> labels = new LinkedHashMap<>();
      rows.forEach(
          (row, settings) -> {
            if (!unread.get(row).contains(key)) {
              labels
                  .computeIfAbsent(text(key, settings), _ -> new LinkedHashSet<>())
                  .add(row.label());
            }
          });
      if (labels.size() > 1 && !APART.contains(key) && !isLabelled(key, rows.keySet())) {
        byKey.put(key, labels);
      }
    }
    return new SettingDifferences(byKey);
  }

  /** The differences between the runs of a plan on each dataset. */
  public static Map<String, SettingDifferences> byData(ComparisonPlan plan) {
    Map<String, Map<Contender, Settings>> rows = new LinkedHashMap<>();
    plan.runs()
        .forEach(
            (row, runs) -> {
              Settings settings = runs.getFirst().job().settings();
              rows.computeIfAbsent(settings.get(Keys.DATA), _ -> new LinkedHashMap<>())
                  .put(row, settings);
            });
    Map<String, SettingDifferences> byData = new LinkedHashMap<>();
    rows.forEach((data, own) -> byData.put(data, of(own)));
    return byData;
  }

  /** The differences between the rows of a result. */
  public static SettingDifferences of(ComparisonResult result) {
    Map<Contender, Settings> rows = new LinkedHashMap<>();
    result
        .rows()
        .forEach(row -> rows.put(row.contender(), row.planned().getFirst().job().settings()));
    return of(rows);
  }

  private static boolean isLabelled(Key<?> key, Set<Contender> rows) {
    return rows.stream()
        .allMatch(row -> row.own().stream().map(Assignment::key).anyMatch(key.name()::equals));
  }

  /** The value as text; fanouts only of the model's layers. */
  static String text(Key<?> key, Settings settings) {
    if (key.equals(Keys.FANOUTS)) {
      List<Integer> all = settings.get(Keys.FANOUTS);
      return Keys.FANOUTS.print(
          all.subList(0, Math.min(all.size(), settings.integer(Keys.LAYERS))));
    }
    return settings.text(key);
  }

  public boolean isEmpty() {
    return byKey.isEmpty();
  }

  /** The differences by setting, such as {@code fanouts 15,10 (distdgl); 64,64 (dgs)}. */
  public Table table() {
    Table table = Table.of("setting", "values");
    byKey.forEach((key, values) -> table.row(key.name(), text(values)));
    return table;
  }

  private static String text(Map<String, Set<String>> values) {
    return values.entrySet().stream()
        .map(entry -> "%s (%s)".formatted(entry.getKey(), String.join(", ", entry.getValue())))
        .collect(Collectors.joining("; "));
  }

  /** The differences on one line. */
  public String line() {
    return byKey.entrySet().stream()
        .map(entry -> entry.getKey().name() + " " + text(entry.getValue()))
        .collect(Collectors.joining("; "));
  }

  /** The values of one row, such as {@code "fanouts=15,10 lr=0.01"}. */
  public String of(Contender row) {
    List<String> pairs = new ArrayList<>();
    byKey.forEach(
        (key, values) ->
            values.forEach(
                (value, labels) -> {
                  if (labels.contains(row.label())) {
                    pairs.add(key.name() + "=" + value);
                  }
                }));
    return String.join(" ", pairs);
  }

  /** A warning where rows differ in settings of the training, with the remedy. */
  public Optional<String> warning() {
    List<String> names =
        UNEQUAL.stream().filter(byKey::containsKey).<String>map(Key::name).toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the rows differ in %s, so that they do not compare methods alone; --align %s gives all the first row's value"
                .formatted(String.join(" and ", names), String.join(",", names)));
  }
}
