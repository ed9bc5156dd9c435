package dev.atoll.train.sampling.locality;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import java.util.List;
import java.util.function.LongToIntFunction;

/** A sampler per group of devices: the first seed of a batch says for which group it is drawn. */
final class GroupSampler implements Sampler {
  private final List<Sampler> samplers;
  private final LongToIntFunction groupOf;
  private Sampler now;

  GroupSampler(List<Sampler> samplers, LongToIntFunction groupOf) {
    this.samplers = samplers;
    this.groupOf = groupOf;
    this.now = samplers.getFirst();
  }

  @Override
  public int layers() {
    return now.layers();
  }

  @Override
  public void step(long step) {
    samplers.forEach(sampler -> sampler.step(step));
  }

  @Override
  public void begin(long[] seeds, int from, int to, SampledBatch into) {
    now = samplers.get(from < to ? groupOf.applyAsInt(seeds[from]) : 0);
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
    samplers.forEach(Sampler::close);
  }
}
