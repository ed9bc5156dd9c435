package dev.atoll.graph.sample.modified;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;

/** Base class of samplers that draw with a fused sampler over modified sources. */
public abstract class DelegatingSampler implements Sampler {
  private final FusedSampler sampler;

  protected DelegatingSampler(FusedSampler sampler) {
    this.sampler = sampler;
  }

  @Override
  public final int layers() {
    return sampler.layers();
  }

  @Override
  public void begin(long[] seeds, int from, int to, SampledBatch into) {
    sampler.begin(seeds, from, to, into);
  }

  @Override
  public final void hop(int layer, RandomKey key, SampledBatch into) {
    sampler.hop(layer, key, into);
  }

  @Override
  public final void end(SampledBatch into) {
    sampler.end(into);
  }

  @Override
  public long heldBytes() {
    return sampler.heldBytes();
  }

  @Override
  public void close() {
    sampler.close();
  }
}
