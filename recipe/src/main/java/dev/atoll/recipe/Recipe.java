package dev.atoll.recipe;

import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsCatalog;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A named combination of strategies, and settings that override its own.
 *
 * <pre>{@code
 * Recipe.named("bns-gcn").with("exchange.rate", 0.2).with("model.layers", 3)
 * }</pre>
 *
 * @param name one of {@link #names}
 * @param own settings that override those of the recipe; later ones win
 */
public record Recipe(String name, List<Assignment> own) {
  public Recipe {
    own = List.copyOf(own);
  }

  /** The names of all recipes. */
  public static List<String> names() {
    return SettingsCatalog.standard().names(SettingsLibrary.RECIPES);
  }

  /** A recipe as it is published. */
  public static Recipe named(String name) {
    return new Recipe(name, List.of());
  }

  /**
   * A copy with another value of a setting, in the form in which {@code --set key=value} takes it.
   *
   * @param value a number, a flag, a name, or a collection of these
   */
  public Recipe with(String key, Object value) {
    String text =
        value instanceof Collection<?> list
            ? list.stream().map(Objects::toString).collect(Collectors.joining(","))
            : value.toString();
    List<Assignment> more = new ArrayList<>(own);
    more.add(new Assignment(key, text, Assignment.JAVA));
    return new Recipe(name, more);
  }

  /** A copy with another value of a setting. */
  public <T> Recipe with(Key<T> key, T value) {
    return with(key.name(), key.print(value));
  }

  /**
   * Every setting of a run: the defaults, the recipe, the preset of dataset and model, the own
   * ones.
   *
   * @throws dev.atoll.recipe.settings.SettingsException naming every setting that is wrong
   */
  public Settings settings() {
    List<Assignment> all = new ArrayList<>();
    all.add(new Assignment(Keys.RECIPE.name(), name, Assignment.JAVA));
    all.addAll(own);
    return Settings.of(all);
  }
}
