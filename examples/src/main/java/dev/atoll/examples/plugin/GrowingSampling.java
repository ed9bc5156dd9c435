package dev.atoll.examples.plugin;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;
import java.util.Collections;
import java.util.Optional;

/**
 * Cheap steps first: one neighbour of every node while the model knows nothing, later as many as
 * the fanouts say.
 *
 * @param start the share of the run's steps that are cheap
 */
public record GrowingSampling(double start) implements Sampling {
  @Override
  public boolean refusesFullGraph() {
    return true;
  }

  @Override
  public Optional<String> lengthUse() {
    return Optional.of("fanouts grow after a share of the run");
  }

  @Override
  public WorkerSampling open(SamplingContext context) {
    Fanouts fanouts = context.plan().fanouts();
    Fanouts ones = new Fanouts(Collections.nCopies(fanouts.layers(), 1));
    return WorkerSampling.of(
        context.seedOrder(),
        () ->
            new GrowingSampler(
                new FusedSampler(context.neighbors(), ones),
                new FusedSampler(context.neighbors(), fanouts),
                Math.round(start * context.runSteps())));
  }
}
