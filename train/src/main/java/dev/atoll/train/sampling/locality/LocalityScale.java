package dev.atoll.train.sampling.locality;

import dev.atoll.train.cost.EpochCost;
import java.util.List;

/**
 * The factor by which near nodes are favoured now: fixed, or adapted after every epoch to the share
 * of time that loading takes (Algorithm 2 of Song and Jiang), as computed by the {@link ScaleRule}.
 * All workers compute the same scale; as it depends only on finished epochs, a run that is resumed
 * after one continues with the same scale.
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

  /** Updates the scale before an epoch begins. */
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
