package dev.atoll.recipe.settings;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.wording.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The value of every setting of a run, checked as a whole, with its origin. Later sources win:
 *
 * <pre>  defaults &lt; recipe &lt; preset &lt; --config &lt; options &lt; --set</pre>
 *
 * {@link #toYaml()} written to a file and given to {@code --config} gives the same settings again.
 */
public final class Settings implements Values {
  /** The origin of a default value. */
  public static final String DEFAULT = "default";

  private static final String NONE = "none";

  private final Map<Key<?>, Chosen> values;

  /** The content of the user's own recipe and preset, by {@link SettingsLibrary#contentKey}. */
  private final List<Assignment> contents;

  private Settings(Map<Key<?>, Chosen> values, List<Assignment> contents) {
    this.values = values;
    this.contents = contents;
  }

  private record Chosen(Object value, String place) {}

  /** The defaults, without recipe or preset. */
  public static Settings bare() {
    return checked(List.of());
  }

  /**
   * Merges the user's assignments with the recipe and the preset that they select. A line {@link
   * SettingsCatalog#FROM} names folders of the user's own that are searched as well.
   *
   * @param given in order: later ones win
   * @throws SettingsException naming every unknown key and every value that is not allowed
   * @throws IllegalStateException if a registered policy or its setting has a taken name
   */
  public static Settings of(List<Assignment> given) {
    var names = new ChosenNames(given);
    List<Assignment> assignments =
        given.stream().filter(line -> !isMeta(line) && !RemovedSettings.isFixed(line)).toList();
    Settings first = checked(assignments, names.problems());
    NamedSettings recipe = names.recipe(first.get(Keys.RECIPE));
    List<Assignment> all = new ArrayList<>(recipe.settings());
    if (!first.get(Keys.TASK).equals(Keys.TASK.fallback())
        && first.place(Keys.RECIPE).equals(DEFAULT)) {
      all.add(new Assignment(Keys.MODE.name(), "sampled", "task " + first.get(Keys.TASK)));
    }
    Optional<NamedSettings> preset = presetOf(first, all, assignments, names);
    preset.ifPresent(named -> all.addAll(named.settings()));
    all.addAll(assignments);
    String place = first.place(Keys.PRESET);
    all.add(
        new Assignment(Keys.PRESET.name(), preset.map(NamedSettings::name).orElse(NONE), place));
    List<Assignment> contents = new ArrayList<>();
    preset.ifPresent(named -> addContent(SettingsLibrary.PRESETS, named, place, contents));
    addContent(SettingsLibrary.RECIPES, recipe, first.place(Keys.RECIPE), contents);
    return new Settings(checked(all).values, List.copyOf(contents)).withExactEpochs();
  }

  /** Whether a line is no setting itself, but says where recipes and presets are found. */
  private static boolean isMeta(Assignment line) {
    return line.key().equals(SettingsCatalog.FROM)
        || line.key().equals(SettingsLibrary.RECIPES.contentKey())
        || line.key().equals(SettingsLibrary.PRESETS.contentKey());
  }

  /**
   * Disables the default early stopping if epochs are given: only a stated patience ends such a run
   * early.
   */
  private Settings withExactEpochs() {
    boolean stated = !place(Keys.EPOCHS).equals(DEFAULT) && place(Keys.EARLY_STOP).equals(DEFAULT);
    return stated ? with(Keys.EARLY_STOP, 0L, "as epochs is given") : this;
  }

  /** Adds the content of named settings of the user's own, for the run folder. */
  private static void addContent(
      SettingsLibrary shelf, NamedSettings named, String place, List<Assignment> contents) {
    if (named.own()) {
      contents.add(new Assignment(shelf.contentKey(), named.text(), place));
    }
  }

  /** Reads a YAML file of settings; that of a run must not be truncated. */
  public static List<Assignment> readYaml(Path file) throws IOException {
    SealedSettings.end(file);
    try (InputStream in = Files.newInputStream(file)) {
      return FlatYaml.read(in, file.toString());
    }
  }

  private static Optional<NamedSettings> presetOf(
      Settings first, List<Assignment> recipe, List<Assignment> assignments, ChosenNames names) {
    String wanted = first.get(Keys.PRESET);
    if (!wanted.equals(Keys.PRESET.fallback())) {
      return wanted.equals(NONE) ? Optional.empty() : Optional.of(names.preset(wanted));
    }
    List<Assignment> known = new ArrayList<>(recipe);
    known.addAll(assignments);
    Settings settings = checked(known);
    Path data = Path.of(settings.get(Keys.DATA)).getFileName();
    String task = settings.get(Keys.TASK);
    String matching =
        data
            + "-"
            + settings.get(Keys.MODEL.key())
            + (task.equals(Keys.TASK.fallback()) ? "" : "-" + task);
    return names.matchingPreset(matching);
  }

  private static Settings checked(List<Assignment> assignments) {
    return checked(assignments, List.of());
  }

  private static Settings checked(List<Assignment> assignments, List<String> known) {
    Keys.check();
    Map<Key<?>, Chosen> values = new LinkedHashMap<>();
    Keys.all().forEach(key -> values.put(key, new Chosen(key.fallback(), DEFAULT)));
    List<String> problems = new ArrayList<>(known);
    for (Assignment assignment : assignments) {
      Optional<Key<?>> key = Keys.named(assignment.key());
      Optional<?> value = key.flatMap(named -> named.type().parse(assignment.text()));
      if (value.isPresent()) {
        values.put(key.orElseThrow(), new Chosen(value.get(), assignment.place()));
      } else {
        problems.add(problem(assignment, key));
      }
    }
    if (!problems.isEmpty()) {
      throw new SettingsException(String.join("\n", problems));
    }
    return new Settings(values, List.of());
  }

  private static String problem(Assignment wrong, Optional<Key<?>> key) {
    Optional<String> removed = RemovedSettings.problem(wrong);
    if (removed.isPresent()) {
      return wrong.place() + ": " + removed.get();
    }
    if (key.isEmpty()) {
      return wrong.place() + ": " + Suggestion.unknown("setting", wrong.key(), Keys.names());
    }
    String problem = key.get().type().problem(wrong.text());
    return wrong.place() + ": " + wrong.key() + " " + problem + ownPolicy(wrong, key.get());
  }

  /** The remedy for a policy of the user's own whose jar is absent; empty for a mistyped name. */
  private static String ownPolicy(Assignment wrong, Key<?> key) {
    boolean typo = wrong.isTyped() && Suggestion.to(wrong.text(), key.type().names()).isPresent();
    return key.type() instanceof KeyType.PolicyName && !typo
        ? "; one of your own needs its jar on the class path: name it in ATOLL_CLASSPATH"
        : "";
  }

  @Override
  @SuppressWarnings("unchecked") // a key only ever gets values of its own type, see checked
  public <T> T get(Key<T> key) {
    return (T) values.get(key).value();
  }

  /**
   * A copy with another value of one setting.
   *
   * @param place the origin of the value
   */
  public <T> Settings with(Key<T> key, T value, String place) {
    Map<Key<?>, Chosen> changed = new LinkedHashMap<>(values);
    changed.put(key, new Chosen(value, place));
    return new Settings(changed, contents);
  }

  /** The recipe, as of when the settings were made. */
  public NamedSettings recipe() {
    return named(SettingsLibrary.RECIPES, get(Keys.RECIPE));
  }

  /** The applied preset, as of when the settings were made. */
  public Optional<NamedSettings> preset() {
    String name = get(Keys.PRESET);
    return name.equals(NONE) || name.equals(Keys.PRESET.fallback())
        ? Optional.empty()
        : Optional.of(named(SettingsLibrary.PRESETS, name));
  }

  private NamedSettings named(SettingsLibrary shelf, String name) {
    return contents.stream()
        .filter(line -> line.key().equals(shelf.contentKey()))
        .findFirst()
        .map(line -> NamedSettings.ofText(line.text(), shelf.noun()))
        .orElseGet(() -> shelf.read(name));
  }

  /** The origin of a value: {@code "default"}, {@code "preset cora-gcn"}, {@code "--set"}. */
  public String place(Key<?> key) {
    return values.get(key).place();
  }

  /** Every setting by name, in the order of {@link Keys}. */
  public Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    values.forEach((key, chosen) -> map.put(key.name(), key.plain(chosen.value())));
    return map;
  }

  /**
   * The lines that give the same settings again: every setting in the order of {@link Keys}, then
   * the content of the user's own recipe and preset.
   */
  public List<Assignment> assignments() {
    List<Assignment> lines = new ArrayList<>();
    values.forEach(
        (key, chosen) ->
            lines.add(
                new Assignment(key.name(), key.plain(chosen.value()).toString(), chosen.place())));
    lines.addAll(contents);
    return lines;
  }

  /** One setting as text, in the form of a file or an option. */
  public String text(Key<?> key) {
    return key.print(values.get(key).value());
  }

  /** Every setting, one line each, with its origin. */
  public String toYaml() {
    StringBuilder yaml = new StringBuilder();
    values.forEach(
        (key, chosen) ->
            append(key.name(), scalar(key.plain(chosen.value())), chosen.place(), yaml));
    contents.forEach(line -> append(line.key(), scalar(line.text()), line.place(), yaml));
    return yaml.toString();
  }

  private static void append(String key, String scalar, String place, StringBuilder yaml) {
    yaml.append(key)
        .append(": ")
        .append(scalar)
        .append("  # ")
        .append(place.replace('\n', ' '))
        .append('\n');
  }

  /** A value in YAML: numbers and simple names plain, other text in quotes. */
  private static String scalar(Object value) {
    String text = value.toString();
    boolean plain = !(value instanceof String) || text.matches("[A-Za-z][A-Za-z0-9_.-]*");
    return plain ? text : "'" + text.replace("'", "''") + "'";
  }
}
