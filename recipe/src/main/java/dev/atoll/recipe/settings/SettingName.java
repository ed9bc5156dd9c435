package dev.atoll.recipe.settings;

import dev.atoll.graph.policy.KeyType;
import java.util.List;
import java.util.Optional;

/**
 * The name of a recipe or a preset. Names from the user's own folders are allowed as well; {@link
 * Settings#of} looks them up.
 *
 * @param names the built-in names
 */
record SettingName(List<String> names) implements KeyType<String> {
  @Override
  public Optional<String> parse(String text) {
    return Optional.of(text.strip()).filter(name -> !name.isEmpty());
  }

  @Override
  public String allowed() {
    return new Choice(names).allowed();
  }
}
