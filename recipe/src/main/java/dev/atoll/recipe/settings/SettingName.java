package dev.atoll.recipe.settings;

import dev.atoll.graph.policy.KeyType;
import java.util.List;
import java.util.Optional;

/**
 * The name of a recipe or a preset. Which there are depends on the folders of the user's own:
 * {@link Settings#of} looks for it there.
 *
 * @param names those that come with Atoll
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
