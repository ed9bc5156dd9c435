package dev.atoll.train.sampling;

import dev.atoll.graph.sample.FusedSampler;
import java.util.Optional;

/** Up to a fanout of neighbours of every node, each as likely, in one fused pass (FastSample). */
public record UniformSampling() implements Sampling {
  @Override
  public Optional<PreferenceSampling> favouring() {
    return Optional.of(new PreferredNeighbors());
  }

  @Override
  public boolean drawsOnDevice() {
    return true;
  }

  @Override
  public WorkerSampling open(SamplingContext context) {
    return WorkerSampling.of(
        context.seedOrder(), () -> new FusedSampler(context.neighbors(), context.plan().fanouts()));
  }
}
