package dev.atoll.train.sampling.locality;

import dev.atoll.train.cost.EpochCost;
import java.util.List;

/**
 * The factor by which near nodes are favoured now: fixed, or adapted after every epoch to the share
 * of time that loading takes (Algorithm 2 of Song and Jiang). Time is modelled from the rows that
 * were read, so that runs repeat to the bit: computing a node of a batch costs as much as reading a
 * far row. All workers compute the same scale; as it depends only on finished epochs, a run that is
 * resumed after one continues with the same scale.
 */
final class LocalityScale {
  private final LocalitySampling plan;

  /** The cost of a peer's row, relative to that of the farthest tier. */
  private final double peerCost;

  private volatile double now;

  LocalityScale(LocalitySampling plan, double peerCost) {
    this.plan = plan;
    this.peerCost = peerCost;
    this.now = plan.adapts() ? AdaptiveScale.START.value() : plan.scale();
  }

  double now() {
    return now;
  }

  /** Updates the scale before an epoch begins. */
  void follow(List<EpochCost> finished) {
    if (plan.adapts()) {
      AdaptiveScale scale = AdaptiveScale.START;
      for (EpochCost epoch : finished) {
        scale = scale.after(loadShare(epoch));
      }
      now = scale.value();
    }
  }

  /** The share of loading in an epoch; the same on all workers. */
  double loadShare(EpochCost cost) {
    double load = cost.reads().peer() * peerCost + cost.reads().host();
    double rows = cost.reads().local() + cost.reads().peer() + (double) cost.reads().host();
    return load == 0 ? 0 : load / (load + rows);
  }
}
