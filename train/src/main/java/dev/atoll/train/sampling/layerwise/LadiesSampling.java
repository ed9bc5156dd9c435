package dev.atoll.train.sampling.layerwise;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.sample.layerwise.LadiesImportance;
import dev.atoll.graph.sample.layerwise.LayerDraws;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.LayerwiseAccess;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.PreferenceSampling;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;
import java.util.Optional;

/**
 * LADIES: a number of nodes per layer for all targets together, by how much these targets read of
 * each.
 *
 * @param layers nodes per layer; a single number is for all layers
 * @param draws how nodes are drawn; as published, a fixed number
 */
public record LadiesSampling(LayerSizes layers, LayerDraws draws) implements Sampling {
  /** Creates a policy that draws nodes independently (Poisson sampling). */
  public LadiesSampling(LayerSizes layers) {
    this(layers, LayerDraws.POISSON);
  }

  @Override
  public void check(BatchPlan plan) {
    Layerwise.sizes(layers, plan);
  }

  @Override
  public AccessProbabilities access(CsrGraph graph, long[] train, BatchPlan plan, int threads) {
    return LayerwiseAccess.ladies(
        graph, train, Layerwise.sizes(layers, plan), plan.batch(), threads);
  }

  @Override
  public Optional<PreferenceSampling> favouring() {
    return Optional.of(
        (context, preferred) ->
            Layerwise.favouring(context, layers, new LadiesImportance(), true, draws, preferred));
  }

  @Override
  public WorkerSampling open(SamplingContext context) {
    return Layerwise.open(context, layers, new LadiesImportance(), true, draws);
  }
}
