package dev.atoll.train.sampling.locality;

import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;
import java.util.Optional;

/**
 * Up to a fanout of neighbours of every node, near ones more likely than others (Song and Jiang
 * 2022), and corrected for that.
 *
 * @param scale how many times as likely; {@link #ADAPTIVE} to find it epoch by epoch
 * @param computeCost the cost of computing a node of a batch, reading a far row being 1; the
 *     adaptive scale decides by it
 */
public record LocalitySampling(double scale, double computeCost) implements Sampling {
  /** Doubled or halved from epoch to epoch, by the reads near and far. */
  public static final double ADAPTIVE = 0;

  public LocalitySampling {
    if (!(scale == ADAPTIVE || scale >= 1)) {
      throw new IllegalArgumentException(
          "sampler.scale=%s: expected 1 or more, or 0 for a scale that adapts".formatted(scale));
    }
  }

  public boolean adapts() {
    return scale == ADAPTIVE;
  }

  @Override
  public void check(BatchPlan plan) {
    plan.placement()
        .filter(near -> near.hasDevices() && !near.isConnected())
        .ifPresent(
            near -> {
              throw new IllegalArgumentException(
                  "sampler=local-aware with placement.groups=%s: expected all, as batches of one sampler go to all devices"
                      .formatted(near.groups()));
            });
  }

  @Override
  public Optional<String> wholeGraphUse() {
    return Optional.of("sampler=local-aware ranks all nodes by the whole graph: take uniform");
  }

  @Override
  public void checkResuming(int everySteps) {
    if (adapts()) {
      throw new IllegalArgumentException(
          "sampler.scale=0 with checkpoint.every=%d: a scale that adapts decides on whole epochs, so"
                  .formatted(everySteps)
              + " a run can go on from the end of one alone; expected checkpoint.every=0, or a"
              + " scale of 1 or more");
    }
  }

  @Override
  public WorkerSampling open(SamplingContext context) {
    return new ShardLocality(this, context, context.seedOrder());
  }
}
