package dev.atoll.app.bench;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.pagraph.PagraphPlacer;
import java.util.BitSet;
import java.util.function.Consumer;

/** A graph with the settings of its mini-batches. */
final class PlacementSubject {
  /** Hops that PaGraph looks from a training node; more than one covers a graph of this size. */
  private static final int PAGRAPH_HOPS = 1;

  /** PaGraph's parts have spare capacity, as its greedy rule does not keep them equal. */
  private static final double PAGRAPH_TOLERANCE = 0.5;

  private final CsrGraph graph;
  private final long[] train;
  private final Fanouts fanouts;
  private final int batch;
  private final int threads;

  /**
   * @param train training nodes, none twice
   * @param batch seeds per device and step
   */
  PlacementSubject(CsrGraph graph, long[] train, Fanouts fanouts, int batch, int threads) {
    this.graph = graph;
    this.train = train;
    this.fanouts = fanouts;
    this.batch = batch;
    this.threads = threads;
  }

  CsrGraph graph() {
    return graph;
  }

  long[] train() {
    return train;
  }

  int threads() {
    return threads;
  }

  /** With all training nodes dealt at random. */
  AccessProbabilities probabilities() {
    return probabilities(train);
  }

  AccessProbabilities probabilities(long[] seeds) {
    return AccessProbabilities.sampled(graph, seeds, fanouts, batch, threads);
  }

  Placement pagraph(Devices devices) {
    var training = new BitSet();
    for (long node : train) {
      training.set((int) node);
    }
    var constraint =
        new BalanceConstraint(
            BalanceConstraint.TRAIN, v -> training.get((int) v) ? 1 : 0, PAGRAPH_TOLERANCE);
    return new PagraphPlacer(PAGRAPH_HOPS, constraint, threads)
        .place(graph, probabilities(), devices);
  }

  /** Draws an epoch of batches. */
  void epoch(long[] seeds, int device, Consumer<SampledBatch> visitor) {
    RandomKey key = RandomKey.ofSeed(2).child(device);
    SeedPlan plan = SeedPlan.shuffled(seeds, batch, key);
    try (var sampler = new FusedSampler(LocalNeighbors.of(graph).withThreads(threads), fanouts);
        var into = SampledBatch.ofLayers(fanouts.layers())) {
      for (int step = 0; step < plan.steps(); step++) {
        sampler.sample(plan.seeds(), plan.from(step), plan.to(step), key.child(step), into);
        visitor.accept(into);
      }
    }
  }
}
