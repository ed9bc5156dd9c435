package dev.atoll.app.compare;

import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.compose.UnusedSettings;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Every setting in which the rows of a comparison differ without their labels showing it: mostly
 * the recipes' own, such as fanouts. A setting that only some rows read is one of them if it is
 * stated for those, by their recipe, a preset or the user.
 *
 * @param rows all rows
 * @param byKey the rows by value; those that do not read the setting under {@link #UNREAD}
 */
public record SettingDifferences(
    Set<Contender> rows, Map<Key<?>, Map<String, Set<Contender>>> byKey) {
  /** Stands for the value where a row does not read a setting. */
  private static final String UNREAD = "not read";

  /** From this number of names on, the rows of the commonest value are "the others". */
  private static final int MANY = 3;

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
    Map<Key<?>, Map<String, Set<Contender>>> byKey = new LinkedHashMap<>();
    for (Key<?> key : Keys.all()) {
      Map<String, Set<Contender>> values = new LinkedHashMap<>();
      Set<Contender> unreading = new LinkedHashSet<>();
      boolean stated = false;
      for (Map.Entry<Contender, Settings> row : rows.entrySet()) {
        Settings settings = row.getValue();
        if (unread.get(row.getKey()).contains(key)) {
          unreading.add(row.getKey());
        } else {
          stated |= !settings.place(key).equals(Settings.DEFAULT);
          values.computeIfAbsent(text(key, settings), _ -> new LinkedHashSet<>()).add(row.getKey());
        }
      }
      boolean differ = values.size() > 1 || (stated && !unreading.isEmpty());
      if (differ && !APART.contains(key) && !isLabelled(key, values)) {
        if (!unreading.isEmpty()) {
          values.put(UNREAD, unreading);
        }
        byKey.put(key, values);
      }
    }
    return new SettingDifferences(rows.keySet(), byKey);
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

  /** Whether the labels of all rows that read a setting have its value. */
  private static boolean isLabelled(Key<?> key, Map<String, Set<Contender>> values) {
    return values.values().stream().flatMap(Set::stream).allMatch(row -> isLabelled(key, row));
  }

  private static boolean isLabelled(Key<?> key, Contender row) {
    return row.own().stream().map(Assignment::key).anyMatch(key.name()::equals);
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
    byKey.forEach((key, values) -> table.row(key.name(), text(key, values)));
    return table;
  }

  private String text(Key<?> key, Map<String, Set<Contender>> values) {
    Map<String, Set<String>> names = new LinkedHashMap<>();
    values.forEach((value, having) -> names.put(value, names(key, having)));
    Set<String> most =
        names.values().stream().max(Comparator.comparingInt(Set::size)).orElseThrow();
    if (names.size() > 1 && most.size() >= MANY) {
      most.clear();
      most.add("the others");
    }
    return names.entrySet().stream()
        .map(entry -> "%s (%s)".formatted(entry.getKey(), String.join(", ", entry.getValue())))
        .collect(Collectors.joining("; "));
  }

  /** The names of rows: their labels, a recipe's name for all of its rows. */
  private Set<String> names(Key<?> key, Set<Contender> some) {
    return some.stream()
        .map(
            row ->
                some.containsAll(alike(row))
                    ? row.recipe()
                    : isLabelled(key, row) ? "as labelled" : row.label())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private List<Contender> alike(Contender row) {
    return rows.stream().filter(other -> other.recipe().equals(row.recipe())).toList();
  }

  /** The differences on one line. */
  public String line() {
    return byKey.entrySet().stream()
        .map(entry -> entry.getKey().name() + " " + text(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining("; "));
  }

  /** The values of one row, such as {@code "fanouts=15,10 lr=0.01"}. */
  public String of(Contender row) {
    List<String> pairs = new ArrayList<>();
    byKey.forEach(
        (key, values) ->
            values.forEach(
                (value, having) -> {
                  if (having.contains(row) && !value.equals(UNREAD)) {
                    pairs.add(key.name() + "=" + value);
                  }
                }));
    return String.join(" ", pairs);
  }

  /** Whether rows that read a setting differ in it. */
  private boolean hasValues(Key<?> key) {
    return byKey.getOrDefault(key, Map.of()).keySet().stream()
            .filter(value -> !value.equals(UNREAD))
            .count()
        > 1;
  }

  /** A warning where rows differ in settings of the training, with the remedy. */
  public Optional<String> warning() {
    List<String> names = UNEQUAL.stream().filter(this::hasValues).<String>map(Key::name).toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the rows differ in %s, so that they do not compare methods alone; --align %s gives all the first row's value"
                .formatted(String.join(" and ", names), String.join(",", names)));
  }
}
