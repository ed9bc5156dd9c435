package dev.atoll.recipe.compose;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.recipe.settings.BalanceShare;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds the partitioner of a run and its goal from the settings. */
public final class Partitioners {
  private Partitioners() {}

  public static Partitioner partitioner(Settings settings) {
    return Keys.PARTITIONER.in(settings);
  }

  /**
   * The goal for the parts of a dataset. All five shares, the default, stand for the shares that
   * the dataset has, each with at least the tolerance that its heaviest node requires; any other
   * list is used as given.
   *
   * @throws BadDataException when a share is asked for that the dataset does not have
   */
  public static PartitionGoal goal(Settings settings, Dataset dataset, int parts) {
    List<BalanceShare> asked = settings.get(Keys.PARTITION_BALANCE);
    boolean whatThereIs = asked.equals(Keys.PARTITION_BALANCE.fallback());
    List<BalanceConstraint> balance = new ArrayList<>();
    for (BalanceShare share : asked) {
      double tolerance = share.tolerance().orElse(settings.get(Keys.PARTITION_TOLERANCE));
      if (whatThereIs) {
        constraint(share.name(), settings, dataset)
            .map(there -> there.within(Math.max(tolerance, leastTolerance(there, dataset, parts))))
            .ifPresent(balance::add);
      } else {
        balance.add(
            constraint(share.name(), settings, dataset)
                .orElseThrow(() -> missing(share.name(), settings, dataset))
                .within(tolerance));
      }
    }
    return PartitionGoal.of(parts)
        .balancing(balance.toArray(BalanceConstraint[]::new))
        .with(settings.get(Keys.PARTITION_OBJECTIVE))
        .with(settings.get(Keys.PARTITION_EFFORT))
        .withSeed(settings.get(Keys.SEED))
        .onThreads(Composition.threads(settings));
  }

  /** The balance constraint of a name; empty if the dataset has no such nodes. */
  public static Optional<BalanceConstraint> constraint(
      String name, Settings settings, Dataset dataset) {
    return switch (name) {
      case BalanceConstraint.NODES -> Optional.of(BalanceConstraint.nodes());
      case BalanceConstraint.EDGES -> Optional.of(BalanceConstraint.edges(dataset.graph()));
      case BalanceConstraint.TRAIN -> role(Split.TRAIN, settings, dataset);
      case BalanceConstraint.VALIDATION -> role(Split.VALIDATION, settings, dataset);
      case BalanceConstraint.TEST -> role(Split.TEST, settings, dataset);
      default -> throw new IllegalStateException("unknown balance constraint " + name);
    };
  }

  /** The constraint of a role; a split that is named must exist, the default one need not. */
  private static Optional<BalanceConstraint> role(int role, Settings settings, Dataset dataset) {
    String wanted = settings.get(Keys.SPLIT);
    if (dataset.splits().isEmpty() && wanted.equals(Keys.SPLIT.fallback())) {
      return Optional.empty();
    }
    Split split = dataset.split(wanted);
    return split.count(role) == 0
        ? Optional.empty()
        : Optional.of(BalanceConstraint.role(split, role));
  }

  private static BadDataException missing(String share, Settings settings, Dataset dataset) {
    return BadDataException.at(
        settings.place(Keys.PARTITION_BALANCE),
        dataset.splits().isEmpty()
            ? "'%s' cannot be balanced: dataset %s has no split; leave it out of partition.balance"
                .formatted(share, dataset.name())
            : "'%s' cannot be balanced: split '%s' of dataset %s has no such node; leave it out of partition.balance"
                .formatted(share, settings.get(Keys.SPLIT), dataset.name()));
  }

  /** The smallest tolerance at which a part can hold the heaviest node, rounded up to a percent. */
  private static double leastTolerance(BalanceConstraint share, Dataset dataset, int parts) {
    long most = 0;
    long total = 0;
    for (long node = 0; node < dataset.graph().nodeCount(); node++) {
      long weight = share.weights().applyAsLong(node);
      most = Math.max(most, weight);
      total += weight;
    }
    return total == 0 ? 0 : Math.ceil(((double) most * parts / total - 1) * 100) / 100;
  }
}
