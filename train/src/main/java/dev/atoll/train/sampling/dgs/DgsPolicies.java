package dev.atoll.train.sampling.dgs;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.columns.ColumnPolicy;
import dev.atoll.train.sampling.columns.ColumnShare;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Registers DGS: its sampler, and its two ways to choose columns. */
public final class DgsPolicies implements PolicyProvider {
  private static final String PAPER = "DGS: Wan, Chen and Zhang, ICNP 2022";
  private static final Key<Double> DEVIATION =
      new Key<>(
          "sampler.deviation",
          new Decimal(0, 1),
          0.1,
          "share of draws shifted from remote to local neighbours (dgs)");

  /** Called by the service loader. */
  public DgsPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(
                Sampling.class,
                "dgs",
                "fewer remote neighbours, drawn by their importance in explanations")
            .paper(PAPER)
            .keys(with(DEVIATION))
            .make(values -> new DgsSampling(values.get(DEVIATION), ImportanceSpec.of(values))),
        columns("top", "the most important columns by explanations")
            .make(values -> new TopColumns(ColumnShare.of(values), ImportanceSpec.of(values))),
        columns("drawn", "a share of the columns, drawn by importance in every step")
            .make(values -> new DrawnColumns(ColumnShare.of(values), ImportanceSpec.of(values))));
  }

  private static Policy.Draft<ColumnPolicy> columns(String name, String help) {
    return Policy.of(ColumnPolicy.class, name, help)
        .paper(PAPER)
        .keys(with(ColumnShare.RATE, ColumnShare.ABSENT, ColumnShare.SCOPE, ColumnShare.BUDGET));
  }

  /** The given keys and the keys of importance, each once. */
  private static Key<?>[] with(Key<?>... own) {
    return Stream.concat(Arrays.stream(own), ImportanceSpec.KEYS.stream())
        .distinct()
        .toArray(Key<?>[]::new);
  }
}
