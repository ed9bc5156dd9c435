package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;

/**
 * Draws the neighbourhoods of a step's seeds. A batch is a pure function of the graph, the seeds
 * and the key. Samplers keep tables of their own: one per thread that samples.
 */
public interface Sampler extends AutoCloseable {
  /** Blocks of a batch. */
  int layers();

  /**
   * Draws a batch for {@code seeds[from] … seeds[to − 1]}.
   *
   * @param seeds node numbers, none twice
   * @param key of this step
   * @throws IllegalArgumentException when a seed is repeated or no node
   */
  void sample(long[] seeds, int from, int to, RandomKey key, SampledBatch into);

  default void sample(long[] seeds, RandomKey key, SampledBatch into) {
    sample(seeds, 0, seeds.length, key, into);
  }

  @Override
  void close();
}
