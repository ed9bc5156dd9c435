package dev.atoll.train.sampling.locality;

import dev.atoll.train.cost.EpochCost;
import java.util.List;

/**
 * The factor by which near nodes are favoured now: fixed, or adapted after every epoch to the share
 * of time that loading takes (Algorithm 2 of Song and Jiang), as the {@link ScaleRule} finds it.
 * All workers find the same, so all have the same scale; and as it follows from the finished epochs
 * alone, a run that was interrupted after one goes on with the scale it had.
 */
final class LocalityScale {
  private final LocalitySampling plan;

  /** The cost of a peer's row, relative to that of the farthest tier. */
  private final double peerCost;

  private volatile double now;

  LocalityScale(LocalitySampling plan, double peerCost) {
    this.plan = plan;
    this.peerCost = peerCost;
    this.now = plan.adapts() ? start().value() : plan.scale();
  }

  double now() {
    return now;
  }

  /** Before an epoch begins. */
  void follow(List<EpochCost> finished) {
    if (plan.adapts()) {
      AdaptiveScale scale = start();
      for (EpochCost epoch : finished) {
        scale = scale.after(plan.rule().loadShare(epoch, peerCost));
      }
      now = scale.value();
    }
  }

  private AdaptiveScale start() {
    return AdaptiveScale.startingIn(plan.rule().bounds());
  }
}
