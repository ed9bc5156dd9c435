package dev.atoll.graph.partition.bytegnn;

import dev.atoll.graph.partition.BalanceConstraint;

/**
 * The weights of training, validation and test nodes in ByteGNN's balance score: α, β and γ in
 * proportion to each other. The score divides them by their sum.
 */
public record RoleWeights(double train, double validation, double test) {
  /** Equal weights of all roles. */
  public static final RoleWeights EQUAL = new RoleWeights(1, 1, 1);

  public RoleWeights {
    if (!(train >= 0 && validation >= 0 && test >= 0 && train + validation + test > 0)) {
      throw new IllegalArgumentException(
          "partition.alpha=%s, partition.beta=%s, partition.gamma=%s: expected weights of 0 or more, one of them above 0"
              .formatted(train, validation, test));
    }
  }

  double sum() {
    return train + validation + test;
  }

  /** The weight of the nodes that a constraint counts. */
  double of(String constraint) {
    return switch (constraint) {
      case BalanceConstraint.TRAIN -> train;
      case BalanceConstraint.VALIDATION -> validation;
      case BalanceConstraint.TEST -> test;
      default ->
          throw new IllegalArgumentException(
              "constraint '%s': expected train, val or test".formatted(constraint));
    };
  }
}
