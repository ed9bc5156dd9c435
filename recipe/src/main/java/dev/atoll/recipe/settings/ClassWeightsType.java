package dev.atoll.recipe.settings;

import dev.atoll.graph.policy.KeyType;
import dev.atoll.train.plan.ClassWeights;
import java.util.List;
import java.util.Optional;

/** Weights of classes in the loss. */
record ClassWeightsType() implements KeyType<ClassWeights> {
  @Override
  public Optional<ClassWeights> parse(String text) {
    return ClassWeights.parse(text.strip());
  }

  @Override
  public List<String> names() {
    return List.of("none", "balanced");
  }

  @Override
  public String allowed() {
    return "none, balanced, or a number above 0 for each class, separated by commas";
  }
}
