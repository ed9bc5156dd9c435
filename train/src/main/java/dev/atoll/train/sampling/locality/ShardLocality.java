package dev.atoll.train.sampling.locality;

import dev.atoll.comm.Purpose;
import dev.atoll.comm.Service;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.sampling.PickService;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;
import dev.atoll.train.store.CachedRows;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Locality-aware sampling on a shard. Which nodes are near differs from worker to worker, and the
 * owner of a node picks its neighbours: so every worker sends all others once a bit per node and
 * layer for the nodes it favours, and owners pick as the requesting worker would.
 */
final class ShardLocality implements WorkerSampling {
  private final SamplingContext context;
  private final SeedOrder seeds;
  private final Optional<PlacementPlan> devices;
  private final LocalityScale scale;

  /** By worker and layer, the output layer first; nodes by their numbers after partitioning. */
  private List<List<BitSet>> favoured = List.of();

  ShardLocality(LocalitySampling policy, SamplingContext context, SeedOrder seeds) {
    this.context = context;
    this.seeds = seeds;
    this.devices = context.plan().placement().filter(PlacementPlan::hasDevices);
    this.scale = new LocalityScale(policy, devices.map(PlacementPlan::peerCost).orElse(1.0));
  }

  @Override
  public SeedOrder seeds() {
    return seeds;
  }

  @Override
  public void begin() {
    favoured = gather(favouredHere());
    serve();
  }

  /** The nodes that this worker favours, by layer and by the dataset's numbers. */
  private List<BitSet> favouredHere() {
    BitSet near = near();
    int most = Math.min(NeighborSets.MOST, Math.max(1, near.cardinality()));
    return NeighborSets.of(context.graph(), near, layers(), most, context.threads()).perLayer();
  }

  /** Nodes with a row near: cached ones, and those of the own part unless that is the host. */
  private BitSet near() {
    BitSet near = context.cachedRows().map(CachedRows::nodes).orElseGet(BitSet::new);
    if (devices.isEmpty()) {
      int first = context.shard().book().first(context.shard().part());
      IntStream.range(first, first + context.shard().coreCount())
          .forEach(node -> near.set(context.ordering().oldOf(node)));
    }
    return near;
  }

  private int layers() {
    return context.plan().fanouts().layers();
  }

  /** Every worker's sets, renumbered. */
  private List<List<BitSet>> gather(List<BitSet> sets) {
    List<List<BitSet>> all = new ArrayList<>();
    IntStream.range(0, context.workers().size()).forEach(_ -> all.add(new ArrayList<>()));
    for (BitSet layer : sets) {
      var renumbered = new BitSet();
      layer.stream().map(context.ordering()::newOf).forEach(renumbered::set);
      List<byte[]> everyones =
          context.workers().allGather(Purpose.SAMPLING, renumbered.toByteArray());
      for (int rank = 0; rank < all.size(); rank++) {
        all.get(rank).add(BitSet.valueOf(everyones.get(rank)));
      }
    }
    return all;
  }

  /** Picks for others as they favour; once all workers are ready to. */
  private void serve() {
    for (int layer = 0; layer < layers(); layer++) {
      int at = layer;
      List<NeighborSource> forPeers =
          favoured.stream().<NeighborSource>map(sets -> favouring(sets.get(at))).toList();
      context.serve(Service.LOCALITY_NEIGHBORS.number(layer), new PickService(forPeers::get));
    }
    context.workers().barrier();
  }

  private LocalNeighbors favouring(BitSet nodes) {
    return context.ownNeighbors().favouring(nodes, scale::now);
  }

  @Override
  public Sampler sampler() {
    List<BitSet> sets = favoured.get(context.workers().rank());
    List<NeighborSource> sources = new ArrayList<>();
    for (int layer = 0; layer < sets.size(); layer++) {
      sources.add(
          context.neighbors(
              favouring(sets.get(layer)),
              Service.LOCALITY_NEIGHBORS.number(layer),
              Optional.empty()));
    }
    return new FusedSampler(sources, context.plan().fanouts());
  }

  @Override
  public void follow(List<EpochCost> finished) {
    scale.follow(finished);
  }
}
