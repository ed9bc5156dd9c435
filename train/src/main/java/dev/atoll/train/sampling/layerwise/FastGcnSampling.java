package dev.atoll.train.sampling.layerwise;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.sample.layerwise.FastGcnDraw;
import dev.atoll.graph.sample.layerwise.FastGcnImportance;
import dev.atoll.graph.sample.layerwise.FastGcnSampler;
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
 * FastGCN: a number of nodes per layer for all targets together, by a weight that a node has in
 * every batch.
 *
 * @param layers nodes per layer; a single number is for all layers
 * @param candidates the nodes that a layer is drawn from
 */
public record FastGcnSampling(LayerSizes layers, Candidates candidates) implements Sampling {
  /** The nodes that a layer is drawn from. */
  public enum Candidates {
    /** Neighbours of the layer's targets, each at most once: no draw is lost. */
    NEIGHBORS,
    /** Every node of the graph, with repetition, as published. */
    ALL
  }

  @Override
  public void check(BatchPlan plan) {
    Layerwise.sizes(layers, plan);
  }

  @Override
  public Optional<String> wholeGraphUse() {
    return Optional.of(
        "sampler=fastgcn weighs all nodes of the whole graph: take ladies, which weighs those at"
            + " hand");
  }

  @Override
  public AccessProbabilities access(CsrGraph graph, long[] train, BatchPlan plan, int threads) {
    LayerSizes sizes = Layerwise.sizes(layers, plan);
    var importance = FastGcnImportance.of(graph, threads);
    return switch (candidates) {
      case NEIGHBORS ->
          LayerwiseAccess.fastGcn(graph, train, sizes, importance, plan.batch(), threads);
      case ALL ->
          LayerwiseAccess.fastGcnOfAll(graph, train, sizes, importance, plan.batch(), threads);
    };
  }

  @Override
  public Optional<PreferenceSampling> favouring() {
    return candidates == Candidates.ALL
        ? Optional.empty()
        : Optional.of(
            (context, preferred) ->
                Layerwise.favouring(
                    context, layers, importance(context), false, LayerDraws.POISSON, preferred));
  }

  /** The importance of nodes, by their numbers after partitioning. */
  private FastGcnImportance importance(SamplingContext context) {
    return FastGcnImportance.of(context.graph(), context.threads()).renumbered(context.ordering());
  }

  @Override
  public WorkerSampling open(SamplingContext context) {
    return switch (candidates) {
      case NEIGHBORS ->
          Layerwise.open(context, layers, importance(context), false, LayerDraws.POISSON);
      case ALL -> {
        var importance = FastGcnImportance.of(context.graph(), context.threads());
        LayerSizes sizes = Layerwise.sizes(layers, context.plan());
        var draw = new FastGcnDraw(context.graph(), importance, context.ordering());
        yield WorkerSampling.of(
            context.seedOrder(), () -> new FastGcnSampler(context.neighbors(), sizes, draw));
      }
    };
  }
}
