package dev.atoll.train.sampling;

import dev.atoll.comm.Service;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Sampler;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Up to a fanout of neighbours of every node, preferred ones more often. The owner of a node picks
 * its neighbours, as the worker that asks prefers them.
 */
record PreferredNeighbors() implements PreferenceSampling {
  @Override
  public IntFunction<Sampler> open(SamplingContext context, PreferredNodes preferred) {
    for (int group = 0; group < preferred.groups(); group++) {
      serve(context, preferred, group);
    }
    context.workers().barrier();
    return group -> sampler(context, preferred, group);
  }

  /** Picks for others as they prefer; once all workers are ready to. */
  private static void serve(SamplingContext context, PreferredNodes preferred, int group) {
    List<List<BitSet>> everyones = preferred.ofAll(group);
    for (int layer = 0; layer < layers(context); layer++) {
      int at = layer;
      List<NeighborSource> forPeers =
          everyones.stream()
              .<NeighborSource>map(sets -> favouring(context, preferred, sets.get(at)))
              .toList();
      context.serve(service(context, group, layer), new PickService(forPeers::get));
    }
  }

  private static int layers(SamplingContext context) {
    return context.plan().fanouts().layers();
  }

  private static int service(SamplingContext context, int group, int layer) {
    return Service.LOCALITY_NEIGHBORS.number(group * layers(context) + layer);
  }

  private static LocalNeighbors favouring(
      SamplingContext context, PreferredNodes preferred, BitSet nodes) {
    return context.ownNeighbors().favouring(nodes, preferred::scale);
  }

  private static Sampler sampler(SamplingContext context, PreferredNodes preferred, int group) {
    List<NeighborSource> sources = new ArrayList<>();
    for (int layer = 0; layer < layers(context); layer++) {
      sources.add(
          context.neighbors(
              favouring(context, preferred, preferred.own(group, layer)),
              service(context, group, layer),
              Optional.empty()));
    }
    return new FusedSampler(sources, context.plan().fanouts());
  }
}
