package dev.atoll.recipe.settings;

import dev.atoll.graph.policy.KeyType;
import java.util.Optional;

/**
 * The content of the user's own recipe or preset in the form of {@link NamedSettings#text}; an
 * empty text for those that come with Atoll.
 */
record NamedSettingsType(String kind) implements KeyType<String> {
  @Override
  public Optional<String> parse(String text) {
    if (text.isBlank()) {
      return Optional.of("");
    }
    try {
      return Optional.of(NamedSettings.ofText(text, kind).text());
    } catch (SettingsException _) {
      return Optional.empty();
    }
  }

  @Override
  public String allowed() {
    return "nothing, or the text that Atoll has written for a %s of --recipes-from".formatted(kind);
  }
}
