package dev.atoll.graph.partition;

import java.util.List;

/**
 * Requirements on a partition.
 *
 * <pre>{@code
 * var goal = PartitionGoal.of(8)
 *     .balancing(BalanceConstraint.nodes(), BalanceConstraint.role(split, Split.TRAIN))
 *     .with(PartitionGoal.Objective.VOLUME);
 * }</pre>
 *
 * @param balance at least one constraint; each is held by itself
 * @param threads does not change the result
 */
public record PartitionGoal(
    int parts,
    List<BalanceConstraint> balance,
    Objective objective,
    Effort effort,
    long seed,
    int threads) {
  /** The quantity that a partition minimizes. */
  public enum Objective {
    /** Edges between parts. */
    CUT,
    /** Copies of nodes in other parts that hold a neighbour: the rows of a halo exchange. */
    VOLUME
  }

  /** The time spent on a search for better partitions. */
  public enum Effort {
    /** A fraction of the time and memory: until the last level most edges are left out. */
    FAST,
    DEFAULT,
    /** Several times the time, for a graph that is cut once and trained on often. */
    QUALITY
  }

  public PartitionGoal {
    if (parts < 1 || threads < 1 || balance.isEmpty()) {
      throw new IllegalArgumentException(
          "parts %d, threads %d, %d balance constraints; expected at least 1 of each"
              .formatted(parts, threads, balance.size()));
    }
    balance = List.copyOf(balance);
  }

  /** The smallest cut into parts of equally many nodes. */
  public static PartitionGoal of(int parts) {
    return new PartitionGoal(
        parts, List.of(BalanceConstraint.nodes()), Objective.CUT, Effort.DEFAULT, 0, 1);
  }

  public PartitionGoal balancing(BalanceConstraint... constraints) {
    return new PartitionGoal(parts, List.of(constraints), objective, effort, seed, threads);
  }

  public PartitionGoal with(Objective newObjective) {
    return new PartitionGoal(parts, balance, newObjective, effort, seed, threads);
  }

  public PartitionGoal with(Effort newEffort) {
    return new PartitionGoal(parts, balance, objective, newEffort, seed, threads);
  }

  public PartitionGoal withSeed(long newSeed) {
    return new PartitionGoal(parts, balance, objective, effort, newSeed, threads);
  }

  public PartitionGoal onThreads(int newThreads) {
    return new PartitionGoal(parts, balance, objective, effort, seed, newThreads);
  }
}
