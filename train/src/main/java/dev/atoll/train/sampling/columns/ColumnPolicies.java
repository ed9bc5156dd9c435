package dev.atoll.train.sampling.columns;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the policies that need nothing but the number of columns. */
public final class ColumnPolicies implements PolicyProvider {
  /** Called by the service loader. */
  public ColumnPolicies() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(ColumnPolicy.class, "all", "whole rows").always(new AllColumns()),
        Policy.of(ColumnPolicy.class, "random", "a random share of the columns in every step")
            .keys(ColumnShare.RATE, ColumnShare.ABSENT, ColumnShare.SCOPE)
            .make(values -> new RandomColumns(ColumnShare.of(values))),
        Policy.of(ColumnPolicy.class, "fixed", "the same random share of the columns in all steps")
            .keys(ColumnShare.RATE, ColumnShare.ABSENT, ColumnShare.SCOPE)
            .make(values -> new FixedColumns(ColumnShare.of(values))));
  }
}
