package dev.atoll.app.compare;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.compose.UnusedSettings;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.SettingsCatalog;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A comparison: every recipe with every value that varies on every number of workers and every
 * dataset, once per seed. It is written in lines such as these; all other lines are settings of all
 * runs:
 *
 * <pre>
 *   recipes: vanilla,bns-gcn,sancus-e:exchange.bound=2   # with settings of its own behind a colon
 *   workers: 2,4,8                                       # the recipe's own number without it
 *   seeds: 3                                             # or seed: 0,1,2
 *   data: cora,citeseer                                  # a table for each
 *   vary.exchange.rate: 1,0.1,0.01                       # a semicolon parts values with commas
 *   align: fanouts,batch                                 # the first recipe's values for all
 * </pre>
 *
 * Presets are tuned for one recipe, so none applies where several recipes are compared, unless a
 * line says so.
 */
public record Comparison(
    List<Contender> contenders,
    List<Long> seeds,
    List<Assignment> shared,
    List<Assignment> assignments) {
  /** The key of the recipes in {@link #assignments}. */
  public static final String RECIPES = "recipes";

  /** The key of the number of seeds in {@link #assignments}. */
  public static final String SEEDS = "seeds";

  /** The key of the settings that all recipes share, in {@link #assignments}. */
  public static final String ALIGN = "align";

  /** The prefix of a key that varies. */
  public static final String VARY = "vary.";

  private static final String VARY_DATA = VARY + "data";
  private static final String DEFAULT_SEEDS = "3";
  private static final String NO_PRESET = "none";
  private static final String SEVERAL_RECIPES = "default where recipes are compared";
  private static final KeyType<Long> SEED_COUNT = new KeyType.Whole(1, 1000);

  public Comparison {
    contenders = List.copyOf(contenders);
    seeds = List.copyOf(seeds);
    shared = List.copyOf(shared);
    assignments = List.copyOf(assignments);
  }

  /**
   * Parses a comparison.
   *
   * @param assignments in order: later ones win
   */
  public static Comparison of(List<Assignment> assignments) {
    Map<String, Assignment> last = new LinkedHashMap<>();
    for (Assignment given : assignments) {
      Assignment line =
          given.key().equals(VARY_DATA)
              ? new Assignment(Keys.DATA.name(), given.text(), given.place())
              : given;
      switch (line.key()) {
        case SEEDS -> last.remove(Keys.SEED.name());
        case "seed" -> last.remove(SEEDS);
        case "recipe" -> throw problem(line, "a comparison takes several, as --recipes a,b");
        default -> {}
      }
      last.put(line.key(), line);
    }
    List<Contender> contenders = contenders(last);
    presetByDefault(contenders).ifPresent(line -> last.putIfAbsent(line.key(), line));
    List<Long> seeds = seeds(last);
    List<Assignment> shared = new ArrayList<>(shared(last, contenders));
    shared.addAll(aligned(last.get(ALIGN), contenders, List.copyOf(shared), seeds.getFirst()));
    return new Comparison(contenders, seeds, shared, List.copyOf(last.values()));
  }

  /**
   * Gives all contenders the value of the first one that reads a setting, for each listed setting.
   */
  private static List<Assignment> aligned(
      Assignment line, List<Contender> contenders, List<Assignment> shared, long seed) {
    return line == null
        ? List.of()
        : items(line, ",")
            .distinct()
            .map(name -> aligned(line, name, contenders, shared, seed))
            .toList();
  }

  private static Assignment aligned(
      Assignment line,
      String name,
      List<Contender> contenders,
      List<Assignment> shared,
      long seed) {
    Key<?> key =
        Keys.named(name)
            .orElseThrow(
                () ->
                    problem(
                        line,
                        name.contains("=")
                            ? "takes names of settings, found '%s'; --set %s sets a value for all"
                                .formatted(name, name)
                            : Suggestion.unknown("setting", name, Keys.names())));
    if (contenders.stream()
        .flatMap(one -> one.own().stream())
        .anyMatch(a -> a.key().equals(name))) {
      throw problem(line, name + " has a value of its own in a row: leave one of them out");
    }
    return contenders.stream()
        .map(one -> one.withOwnWorkers().settings(shared, seed))
        .filter(settings -> !UnusedSettings.unread(settings).contains(key))
        .findFirst()
        .map(settings -> new Assignment(name, SettingDifferences.text(key, settings), line.place()))
        .orElseThrow(() -> problem(line, "no recipe of the comparison reads " + name));
  }

  /**
   * Disables presets where several recipes are compared: a preset tuned for one of them would be
   * unfair.
   */
  private static Optional<Assignment> presetByDefault(List<Contender> contenders) {
    String key = Keys.PRESET.name();
    boolean several = contenders.stream().map(Contender::recipe).distinct().count() > 1;
    boolean own =
        contenders.stream().flatMap(one -> one.own().stream()).anyMatch(a -> a.key().equals(key));
    return several && !own
        ? Optional.of(new Assignment(key, NO_PRESET, SEVERAL_RECIPES))
        : Optional.empty();
  }

  /** Whether no preset applies because none was requested. */
  public boolean isWithoutPresetByDefault() {
    return shared.stream().anyMatch(line -> line.place().equals(SEVERAL_RECIPES));
  }

  private static List<Contender> contenders(Map<String, Assignment> last) {
    SettingsCatalog catalog = SettingsCatalog.of(List.copyOf(last.values()));
    Assignment recipes = last.get(RECIPES);
    if (recipes == null) {
      throw new SettingsException(
          "name the recipes to compare: --recipes a,b or --preset NAME. Recipes: %s. Presets: %s"
              .formatted(
                  String.join(", ", catalog.names(SettingsLibrary.RECIPES)),
                  String.join(", ", catalog.names(SettingsLibrary.COMPARISONS))));
    }
    List<Contender> contenders =
        items(recipes, ",").map(text -> recipe(text, recipes, catalog)).toList();
    for (Assignment line : last.values()) {
      if (line.key().startsWith(VARY)) {
        contenders = varied(contenders, line);
      }
    }
    Assignment workers = last.get(Keys.WORKERS.name());
    return onData(
        workers == null ? contenders : onWorkers(contenders, workers), last.get(Keys.DATA.name()));
  }

  /** Every contender on every dataset if several are named, dataset by dataset. */
  private static List<Contender> onData(List<Contender> contenders, Assignment line) {
    List<String> names =
        line == null ? List.of() : datasets(line.text()).stream().distinct().toList();
    if (names.contains("")) {
      throw listExpected(line, ",");
    }
    return (names.size() < 2
            ? contenders.stream()
            : names.stream()
                .map(name -> new Assignment(line.key(), name, line.place()))
                .flatMap(data -> contenders.stream().map(one -> one.withData(data))))
        .distinct()
        .toList();
  }

  /**
   * The datasets of a list. Semicolons separate folders with commas in their names; an existing
   * folder is one dataset.
   */
  public static List<String> datasets(String text) {
    if (Files.isDirectory(Path.of(text))) {
      return List.of(text);
    }
    String separator = text.contains(";") ? ";" : ",";
    return Arrays.stream(text.split(separator, -1)).map(String::strip).toList();
  }

  private static Contender recipe(String text, Assignment place, SettingsCatalog catalog) {
    List<String> known = catalog.names(SettingsLibrary.RECIPES);
    String[] parts = text.split(":", -1);
    if (!known.contains(parts[0])) {
      throw problem(place, Suggestion.unknown("recipe", parts[0], known));
    }
    List<Assignment> own =
        Arrays.stream(parts).skip(1).map(pair -> Assignment.ofPair(pair, place.place())).toList();
    return new Contender(parts[0], own, Optional.empty(), Optional.empty());
  }

  private static List<Contender> varied(List<Contender> contenders, Assignment line) {
    String key = line.key().substring(VARY.length());
    if (List.of(Keys.RECIPE.name(), Keys.WORKERS.name(), Keys.SEED.name()).contains(key)) {
      throw problem(line, key + " varies by an option of its own: --recipes, --workers, --seed");
    }
    List<String> values = items(line, line.text().contains(";") ? ";" : ",").toList();
    return contenders.stream()
        .flatMap(one -> values.stream().map(v -> one.with(new Assignment(key, v, line.place()))))
        .toList();
  }

  private static List<Contender> onWorkers(List<Contender> contenders, Assignment line) {
    List<Assignment> counts =
        items(line, ",").map(n -> new Assignment(line.key(), n, line.place())).toList();
    return contenders.stream().flatMap(one -> counts.stream().map(one::withWorkers)).toList();
  }

  private static List<Long> seeds(Map<String, Assignment> last) {
    Assignment listed = last.get(Keys.SEED.name());
    if (listed != null) {
      return items(listed, ",").map(s -> whole(Keys.SEED.type(), listed, s)).distinct().toList();
    }
    Assignment counted = last.getOrDefault(SEEDS, new Assignment(SEEDS, DEFAULT_SEEDS, "default"));
    long count = whole(SEED_COUNT, counted, counted.text());
    return LongStream.range(0, count).boxed().toList();
  }

  private static long whole(KeyType<Long> type, Assignment line, String text) {
    return type.parse(text).orElseThrow(() -> problem(line, line.key() + " " + type.problem(text)));
  }

  private static List<Assignment> shared(Map<String, Assignment> last, List<Contender> contenders) {
    List<String> lists =
        new ArrayList<>(List.of(RECIPES, SEEDS, ALIGN, Keys.WORKERS.name(), Keys.SEED.name()));
    if (contenders.getFirst().data().isPresent()) {
      lists.add(Keys.DATA.name());
    }
    return last.values().stream()
        .filter(line -> !lists.contains(line.key()) && !line.key().startsWith(VARY))
        .toList();
  }

  /** The items of a list; refuses empty ones. */
  private static Stream<String> items(Assignment line, String separator) {
    List<String> items =
        Arrays.stream(line.text().split(separator, -1)).map(String::strip).toList();
    if (items.contains("")) {
      throw listExpected(line, separator);
    }
    return items.stream();
  }

  private static SettingsException listExpected(Assignment line, String separator) {
    return problem(
        line,
        "%s: expected a list such as a%sb, but found '%s'"
            .formatted(line.key(), separator, line.text()));
  }

  private static SettingsException problem(Assignment line, String what) {
    return new SettingsException(line.place() + ": " + what);
  }
}
