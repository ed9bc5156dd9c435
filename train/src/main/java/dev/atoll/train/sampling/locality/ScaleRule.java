package dev.atoll.train.sampling.locality;

import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;

/**
 * The target of an adaptive scale: the share of loading in an epoch, and its bounds.
 *
 * @param clock how the share is found
 * @param computeCost counted: the cost of computing a node of a batch, reading a far row being 1
 */
public record ScaleRule(Clock clock, double computeCost, AdaptiveScale.Bounds bounds) {
  /** The source of an epoch's times. */
  public enum Clock {
    /** Rows times stated costs: runs repeat to the bit. */
    COUNTED,
    /**
     * The measured time that workers spend on bringing rows, of all phases, in their mean; as
     * published. Runs do not repeat.
     */
    MEASURED
  }

  /** A rule that counts reads, with the published bounds. */
  public static ScaleRule counting(double computeCost) {
    return new ScaleRule(Clock.COUNTED, computeCost, AdaptiveScale.PUBLISHED);
  }

  /**
   * The share of loading in an epoch; the same on all workers.
   *
   * @param peerCost of a peer's row, relative to that of the farthest tier
   */
  double loadShare(EpochCost cost, double peerCost) {
    return switch (clock) {
      case COUNTED -> counted(cost, peerCost);
      case MEASURED -> measured(cost);
    };
  }

  private double counted(EpochCost cost, double peerCost) {
    double load = cost.reads().peer() * peerCost + cost.reads().host();
    double rows = cost.reads().local() + cost.reads().peer() + (double) cost.reads().host();
    return load == 0 ? 0 : load / (load + rows * computeCost);
  }

  private static double measured(EpochCost cost) {
    double load = cost.phases().getOrDefault(Phase.FETCH, 0.0);
    double all = cost.phases().values().stream().mapToDouble(Double::doubleValue).sum();
    return load == 0 ? 0 : load / all;
  }
}
