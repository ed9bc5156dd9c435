package dev.atoll.train.sampling.layerwise;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Wholes;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.layerwise.LayerDraws;
import dev.atoll.graph.sample.layerwise.LayerImportance;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.graph.sample.layerwise.LayerwiseSampler;
import dev.atoll.graph.sample.layerwise.PreferenceImportance;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.PreferredNodes;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** The part that FastGCN and LADIES share: sizes of layers, and samplers by an importance. */
final class Layerwise {
  static final Key<List<Integer>> SIZE =
      new Key<>(
          "sampler.size",
          new Wholes(1, Integer.MAX_VALUE),
          List.of(512),
          "nodes of a layer, the output layer first, or one number for all (fastgcn, ladies)");

  private Layerwise() {}

  /** A size for each of the plan's layers; a single size is for all of them. */
  static LayerSizes sizes(LayerSizes given, BatchPlan plan) {
    int layers = plan.fanouts().layers();
    if (given.layers() == 1) {
      return new LayerSizes(Collections.nCopies(layers, given.at(0)));
    }
    if (given.layers() != layers) {
      throw new IllegalArgumentException(
          "sampler.size=%s names %d layers, but there are %d: expected a size per layer, or one for all"
              .formatted(given, given.layers(), layers));
    }
    return given;
  }

  /**
   * Opens a sampler. Coins are thrown by the dataset's numbers, so that it does not matter how the
   * graph is cut.
   *
   * @param normalized whether corrections of a target sum to its degree
   */
  static WorkerSampling open(
      SamplingContext context,
      LayerSizes given,
      LayerImportance importance,
      boolean normalized,
      LayerDraws draws) {
    LayerSizes sizes = checked(context, given);
    List<LayerImportance> perLayer = Collections.nCopies(sizes.layers(), importance);
    return WorkerSampling.of(
        context.seedOrder(),
        () ->
            new LayerwiseSampler(
                context.neighbors(), sizes, perLayer, normalized, idsOf(context), draws));
  }

  /** Samplers that favour nodes, by group of devices. A worker draws its layers itself. */
  static IntFunction<Sampler> favouring(
      SamplingContext context,
      LayerSizes given,
      LayerImportance importance,
      boolean normalized,
      LayerDraws draws,
      PreferredNodes preferred) {
    LayerSizes sizes = checked(context, given);
    return group ->
        new LayerwiseSampler(
            context.neighbors(),
            sizes,
            IntStream.range(0, sizes.layers())
                .<LayerImportance>mapToObj(
                    layer ->
                        new PreferenceImportance(
                            importance, preferred.own(group, layer), preferred::scale))
                .toList(),
            normalized,
            idsOf(context),
            draws);
  }

  private static LayerSizes checked(SamplingContext context, LayerSizes given) {
    LayerSizes sizes = sizes(given, context.plan());
    checkSizes(sizes, context.shard().book().nodeCount());
    return sizes;
  }

  private static IntUnaryOperator idsOf(SamplingContext context) {
    return node -> context.numbering().original(node);
  }

  private static void checkSizes(LayerSizes sizes, long nodes) {
    for (int size : sizes.perLayer()) {
      if (size > nodes) {
        throw new IllegalArgumentException(
            "sampler.size=%d: expected at most the %d nodes of the graph".formatted(size, nodes));
      }
    }
  }
}
