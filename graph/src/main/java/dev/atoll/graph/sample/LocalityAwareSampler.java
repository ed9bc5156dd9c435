package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;
import java.util.BitSet;
import java.util.List;

/**
 * Neighbour sampling that favours nodes whose rows are near, or that lead to such nodes (Song and
 * Jiang 2022, section 4). A target draws as many neighbours as without favour, favoured ones {@code
 * scale} times as likely as others; corrections keep sums unbiased. Scale 1 gives the batches of
 * {@link FusedSampler}, to the bit.
 */
public final class LocalityAwareSampler implements Sampler {
  private final FusedSampler sampler;
  private volatile double scale = 1;

  /**
   * Starts with scale 1.
   *
   * @param favoured the favoured nodes per layer, the output layer first; not copied
   */
  public LocalityAwareSampler(LocalNeighbors source, Fanouts fanouts, List<BitSet> favoured) {
    if (favoured.size() != fanouts.layers()) {
      throw new IllegalArgumentException(
          "%d sets of favoured nodes for %d layers: expected one per layer"
              .formatted(favoured.size(), fanouts.layers()));
    }
    this.sampler =
        new FusedSampler(
            favoured.stream().map(set -> source.favouring(set, () -> scale)).toList(), fanouts);
  }

  /** From the next batch on; 1 favours nobody. */
  public void scale(double factor) {
    if (!(factor >= 1 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "scale %s: expected 1 or more, up to 8 as published".formatted(factor));
    }
    scale = factor;
  }

  @Override
  public int layers() {
    return sampler.layers();
  }

  @Override
  public void begin(long[] seeds, int from, int to, SampledBatch into) {
    sampler.begin(seeds, from, to, into);
  }

  @Override
  public void hop(int layer, RandomKey key, SampledBatch into) {
    sampler.hop(layer, key, into);
  }

  @Override
  public void end(SampledBatch into) {
    sampler.end(into);
  }

  @Override
  public void close() {
    sampler.close();
  }
}
