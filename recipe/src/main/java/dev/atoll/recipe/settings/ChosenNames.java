package dev.atoll.recipe.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the recipe and the preset that lines of settings choose: by the content stored with a run,
 * or by name. Folders of the user's own are read only for names found in neither.
 */
final class ChosenNames {
  private final List<Assignment> lines;
  private final SettingsCatalog catalog;

  ChosenNames(List<Assignment> lines) {
    this.lines = lines;
    this.catalog = SettingsCatalog.of(lines);
  }

  /** The error of the given names. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    last(Keys.RECIPE.name())
        .filter(line -> find(SettingsLibrary.RECIPES, line.text()).isEmpty())
        .ifPresent(line -> problems.add(problem(line, SettingsLibrary.RECIPES)));
    String[] words = {Keys.PRESET.fallback(), "none"};
    last(Keys.PRESET.name())
        .filter(line -> !List.of(words).contains(line.text().strip()))
        .filter(line -> find(SettingsLibrary.PRESETS, line.text()).isEmpty())
        .ifPresent(line -> problems.add(problem(line, SettingsLibrary.PRESETS, words)));
    return problems;
  }

  private String problem(Assignment line, SettingsLibrary shelf, String... words) {
    return line.place()
        + ": "
        + RemovedSettings.problem(line)
            .orElseGet(() -> line.key() + " " + catalog.problem(shelf, line.text().strip(), words));
  }

  NamedSettings recipe(String name) {
    return find(SettingsLibrary.RECIPES, name).orElseThrow();
  }

  NamedSettings preset(String name) {
    return find(SettingsLibrary.PRESETS, name).orElseThrow();
  }

  /** The preset of a dataset and model, if there is one. */
  Optional<NamedSettings> matchingPreset(String name) {
    return catalog.find(SettingsLibrary.PRESETS, name);
  }

  private Optional<NamedSettings> find(SettingsLibrary shelf, String text) {
    String name = text.strip();
    Optional<Assignment> kept = last(shelf.contentKey());
    Optional<NamedSettings> own =
        kept.filter(line -> !line.text().isBlank())
            .map(line -> NamedSettings.ofText(line.text(), shelf.noun()))
            .filter(named -> named.name().equals(name));
    if (own.isPresent()) {
      return own;
    }
    return kept.isPresent() && shelf.knows(name)
        ? Optional.of(shelf.read(name))
        : catalog.find(shelf, name);
  }

  private Optional<Assignment> last(String key) {
    return lines.stream().filter(line -> line.key().equals(key)).reduce((_, later) -> later);
  }
}
