package dev.atoll.train.sampling.neighbors;

import dev.atoll.graph.sample.UnfusedSampler;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.WorkerSampling;

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
