package dev.atoll.recipe.settings;

import dev.atoll.graph.SplitRule;
import dev.atoll.graph.policy.KeyType;
import java.util.Optional;

/** The name of a split of the dataset, or a rule that makes one. */
record SplitType() implements KeyType<String> {
  @Override
  public Optional<String> parse(String text) {
    String name = text.strip();
    boolean valid = !SplitRule.isMeant(name) || SplitRule.parse(name).isPresent();
    return Optional.of(name).filter(given -> valid && !given.isEmpty());
  }

  @Override
  public String allowed() {
    return "the name of one of the dataset's splits, or " + SplitRule.FORM;
  }
}
