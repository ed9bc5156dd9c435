package dev.atoll.bench.placement;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.graph.sample.layerwise.LadiesImportance;
import dev.atoll.graph.sample.layerwise.LayerDraws;
import dev.atoll.graph.sample.layerwise.LayerImportance;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.graph.sample.layerwise.LayerwiseSampler;
import dev.atoll.graph.sample.layerwise.PreferenceImportance;
import dev.atoll.graph.sample.locality.LocalityAwareSampler;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.LayerwiseAccess;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.pagraph.PagraphPlacer;
import dev.atoll.train.sampling.locality.NeighborSets;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;

/** A graph with the settings of its mini-batches. */
final class PlacementSubject {
  /**
   * The sampling of a batch: neighbours of every node, or nodes of whole layers.
   *
   * @param layerSize nodes of a layer, drawn as LADIES does; 0 for neighbours
   */
  record Draws(Fanouts fanouts, int layerSize) {
    int layers() {
      return fanouts.layers();
    }

    private LayerSizes sizes() {
      return new LayerSizes(Collections.nCopies(layers(), layerSize));
    }

    private AccessProbabilities access(CsrGraph graph, long[] seeds, int batch, int threads) {
      return layerSize == 0
          ? AccessProbabilities.sampled(graph, seeds, fanouts, batch, threads)
          : LayerwiseAccess.ladies(graph, seeds, sizes(), batch, threads);
    }

    private Sampler sampler(LocalNeighbors neighbors) {
      return layerSize == 0
          ? new FusedSampler(neighbors, fanouts)
          : LayerwiseSampler.ladies(neighbors, sizes());
    }

    /** A sampler that favours some nodes of every layer, the output layer first. */
    private Sampler favouring(LocalNeighbors neighbors, List<BitSet> favoured, double scale) {
      if (layerSize == 0) {
        var sampler = new LocalityAwareSampler(neighbors, fanouts, favoured);
        sampler.scale(scale);
        return sampler;
      }
      return new LayerwiseSampler(
          neighbors,
          sizes(),
          favoured.stream()
              .<LayerImportance>map(
                  nodes -> new PreferenceImportance(new LadiesImportance(), nodes, () -> scale))
              .toList(),
          true,
          IntUnaryOperator.identity(),
          LayerDraws.POISSON);
    }
  }

  private final CsrGraph graph;
  private final long[] train;
  private final Draws draws;
  private final int batch;
  private final int threads;

  /**
   * @param train training nodes, each once
   * @param batch seeds per device and step
   */
  PlacementSubject(CsrGraph graph, long[] train, Draws draws, int batch, int threads) {
    this.graph = graph;
    this.train = train;
    this.draws = draws;
    this.batch = batch;
    this.threads = threads;
  }

  /** The graph of a dataset; its training nodes are the seeds. */
  static PlacementSubject of(Dataset dataset, Draws draws, int batch, int threads) {
    Split split = dataset.splits().get("split");
    long[] train =
        split == null
            ? LongStream.range(0, dataset.graph().nodeCount()).toArray()
            : split.nodes(Split.TRAIN);
    return new PlacementSubject(dataset.graph(), train, draws, batch, threads);
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

  /** Access probabilities for training nodes dealt at random. */
  AccessProbabilities probabilities() {
    return probabilities(train);
  }

  AccessProbabilities probabilities(long[] seeds) {
    return draws.access(graph, seeds, batch, threads);
  }

  /** PaGraph's placement, in the order of its rows, with buffers for all nodes. */
  Placement pagraph(int devices) {
    var training = new BitSet();
    for (long node : train) {
      training.set((int) node);
    }
    return new PagraphPlacer(draws.layers(), training)
        .place(graph, probabilities(), Devices.connected(devices, graph.nodeCount()));
  }

  /** Draws an epoch of batches. */
  void epoch(long[] seeds, int device, Consumer<SampledBatch> visitor) {
    draw(seeds, device, Integer.MAX_VALUE, draws.sampler(neighbors()), visitor);
  }

  /** Draws the first batches of an epoch on all training nodes. */
  void batches(int steps, Consumer<SampledBatch> visitor) {
    draw(train, 0, steps, draws.sampler(neighbors()), visitor);
  }

  /**
   * Draws batches like {@link #batches}, with nodes near the first device of a placement likelier.
   *
   * @param scale the factor on their probability
   */
  void batchesNear(Placement placement, double scale, int steps, Consumer<SampledBatch> visitor) {
    List<BitSet> favoured = NeighborSets.of(graph, placement, 0, draws.layers()).perLayer();
    draw(train, 0, steps, draws.favouring(neighbors(), favoured, scale), visitor);
  }

  private LocalNeighbors neighbors() {
    return LocalNeighbors.of(graph).withThreads(threads);
  }

  /** Closes the sampler. */
  private void draw(
      long[] seeds, int device, int most, Sampler sampler, Consumer<SampledBatch> visitor) {
    RandomKey key = RandomKey.ofSeed(2).child(device);
    SeedPlan plan = SeedPlan.shuffled(seeds, batch, key);
    try (sampler;
        var into = SampledBatch.ofLayers(draws.layers())) {
      for (int step = 0; step < Math.min(most, plan.steps()); step++) {
        sampler.sample(plan.seeds(), plan.from(step), plan.to(step), key.child(step), into);
        visitor.accept(into);
      }
    }
  }
}
