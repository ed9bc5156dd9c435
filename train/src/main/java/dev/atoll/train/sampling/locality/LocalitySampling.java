package dev.atoll.train.sampling.locality;

import dev.atoll.graph.CsrGraph;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.PreferenceSampling;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;
import java.util.Optional;

/**
 * A way of sampling in which near nodes are more likely than others, and corrected for that (Song
 * and Jiang 2022).
 *
 * @param base draws neighbours of every node, or nodes of whole layers
 * @param scale how many times as likely; {@link #ADAPTIVE} to find it epoch by epoch
 */
public record LocalitySampling(Sampling base, double scale) implements Sampling {
  /** Adapts the scale: doubles or halves it from epoch to epoch, by the reads near and far. */
  public static final double ADAPTIVE = 0;

  public LocalitySampling {
    if (!(scale == ADAPTIVE || scale >= 1)) {
      throw new IllegalArgumentException(
          "sampler.scale=%s: expected 1 or more, or 0 for a scale that adapts".formatted(scale));
    }
    if (base.favouring().isEmpty()) {
      throw new IllegalArgumentException(
          "sampler.base: %s cannot favour near nodes; expected a sampler of neighbours or of"
                  .formatted(base)
              + " layers, such as uniform, ladies, or fastgcn with sampler.candidates=neighbors");
    }
  }

  /** Creates a policy on uniform neighbour sampling. */
  public LocalitySampling(double scale) {
    this(Sampling.uniform(), scale);
  }

  public boolean adapts() {
    return scale == ADAPTIVE;
  }

  /**
   * The size of a set Q of the second layer and beyond: the published one, but no more nodes than
   * are near. On a small graph, sets of the published size would hold all nodes and favour none.
   */
  static int mostFavoured(int near) {
    return Math.min(NeighborSets.MOST, Math.max(1, near));
  }

  PreferenceSampling draws() {
    return base.favouring().orElseThrow();
  }

  @Override
  public void check(BatchPlan plan) {
    base.check(plan);
  }

  @Override
  public AccessProbabilities access(CsrGraph graph, long[] train, BatchPlan plan, int threads) {
    return base.access(graph, train, plan, threads);
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
