package dev.atoll.graph.partition.grow;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.InfeasibleGoalException;
import dev.atoll.graph.partition.PartitionGoal;
import java.util.List;

/** The weights of nodes and the capacity of a part, for all constraints of a goal. */
public final class Capacities {
  private final int parts;
  private final int constraints;
  private final int[] weights;
  private final long[] totals;
  private final long[] caps;

  private Capacities(int parts, int constraints, int[] weights) {
    this.parts = parts;
    this.constraints = constraints;
    this.weights = weights;
    this.totals = new long[constraints];
    this.caps = new long[constraints];
  }

  /**
   * The capacities of a goal: a part may hold {@code (1 + tolerance)} times the mean, and at least
   * the mean rounded up.
   *
   * @throws InfeasibleGoalException when a single node weighs more than that
   */
  public static Capacities of(CsrGraph graph, PartitionGoal goal) {
    List<BalanceConstraint> balance = goal.balance();
    int nodes = graph.nodeCount();
    long elements = (long) nodes * balance.size();
    if (elements > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "%d nodes with %d constraints each: expected at most %d weights; use fewer constraints"
              .formatted(nodes, balance.size(), Integer.MAX_VALUE));
    }
    int[] weights = new int[(int) elements];
    var capacities = new Capacities(goal.parts(), balance.size(), weights);
    for (int j = 0; j < balance.size(); j++) {
      capacities.add(balance.get(j), j, nodes);
    }
    return capacities;
  }

  private void add(BalanceConstraint constraint, int j, int nodes) {
    int heaviest = 0;
    for (int v = 0; v < nodes; v++) {
      long weight = constraint.weights().applyAsLong(v);
      if (weight < 0 || weight > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "constraint '%s': node %d weighs %d; expected 0 to %d"
                .formatted(constraint.name(), v, weight, Integer.MAX_VALUE));
      }
      weights[v * constraints + j] = (int) weight;
      totals[j] += weight;
      heaviest = weight > weights[heaviest * constraints + j] ? v : heaviest;
    }
    double mean = mean(j);
    caps[j] = Math.max((long) ((1 + constraint.tolerance()) * mean), (long) Math.ceil(mean));
    if (nodes > 0 && weights[heaviest * constraints + j] > caps[j]) {
      int most = weights[heaviest * constraints + j];
      throw new InfeasibleGoalException(
          constraint.name(),
          "node %d weighs %d, a part of %d may hold %d; expected parts of equal weight. Use fewer parts or a tolerance of at least %.2f"
              .formatted(heaviest, most, parts, caps[j], Math.ceil((most / mean - 1) * 100) / 100));
    }
  }

  public int constraints() {
    return constraints;
  }

  /** {@code constraints} weights per node, node after node; not to be changed. */
  public int[] weights() {
    return weights;
  }

  public int weight(int node, int constraint) {
    return weights[node * constraints + constraint];
  }

  /** The mean weight of a part. */
  public double mean(int constraint) {
    return totals[constraint] / (double) parts;
  }

  /** The most a part may hold. */
  public long cap(int constraint) {
    return caps[constraint];
  }

  /** The most a part may hold, by constraint; not to be changed. */
  public long[] caps() {
    return caps;
  }
}
