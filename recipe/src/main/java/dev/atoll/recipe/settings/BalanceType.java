package dev.atoll.recipe.settings;

import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.wording.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Balance constraints by name, each at most once, each with an optional tolerance. */
record BalanceType(List<String> names) implements KeyType<List<BalanceShare>> {
  @Override
  public Optional<List<BalanceShare>> parse(String text) {
    List<BalanceShare> shares =
        Arrays.stream(text.split(",", -1))
            .map(one -> BalanceShare.parse(one.strip()))
            .flatMap(Optional::stream)
            .filter(share -> names.contains(share.name()))
            .toList();
    long different = shares.stream().map(BalanceShare::name).distinct().count();
    return Optional.of(shares).filter(_ -> different == text.split(",", -1).length);
  }

  @Override
  public String print(List<BalanceShare> value) {
    return String.join(",", value.stream().map(BalanceShare::toString).toList());
  }

  @Override
  public String allowed() {
    return "a list of "
        + String.join(", ", names)
        + ", each once, with a tolerance of its own where wanted, such as train:0.05";
  }

  @Override
  public String problem(String text) {
    String unknown =
        Arrays.stream(text.split(",", -1))
            .map(one -> one.strip().replaceFirst(":.*", ""))
            .filter(name -> !names.contains(name))
            .findFirst()
            .orElse("");
    String hint =
        Suggestion.to(unknown, names).map(name -> "; did you mean '" + name + "'?").orElse("");
    return "cannot be '%s': allowed is %s%s".formatted(text, allowed(), hint);
  }
}
