package dev.atoll.train.sampling;

import dev.atoll.graph.sample.UnfusedSampler;

/** The batches of {@link UniformSampling}, drawn in separate passes as in DistDGL: a baseline. */
public record UnfusedSampling() implements Sampling {
  @Override
  public WorkerSampling open(SamplingContext context) {
    return WorkerSampling.of(
        context.seedOrder(),
        () ->
            new UnfusedSampler(
                context.neighbors(), context.plan().fanouts(), context.threadsPerBatch()));
  }
}
