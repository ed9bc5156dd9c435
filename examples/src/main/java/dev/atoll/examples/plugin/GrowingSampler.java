package dev.atoll.examples.plugin;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;

/** Two samplers, one after the other. The draws are a function of the step, on every worker. */
final class GrowingSampler implements Sampler {
  private final Sampler first;
  private final Sampler later;
  private final long change;
  private Sampler now;

  /**
   * @param first draws before the change
   * @param change a step of the run
   */
  GrowingSampler(Sampler first, Sampler later, long change) {
    this.first = first;
    this.later = later;
    this.change = change;
    this.now = first;
  }

  @Override
  public void step(long step) {
    now = step < change ? first : later;
  }

  @Override
  public int layers() {
    return now.layers();
  }

  @Override
  public void begin(long[] seeds, int from, int to, SampledBatch into) {
    now.begin(seeds, from, to, into);
  }

  @Override
  public void hop(int layer, RandomKey key, SampledBatch into) {
    now.hop(layer, key, into);
  }

  @Override
  public void end(SampledBatch into) {
    now.end(into);
  }

  @Override
  public void close() {
    first.close();
    later.close();
  }
}
