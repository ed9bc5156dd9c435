package dev.atoll.train.worker;

import dev.atoll.comm.Purpose;
import dev.atoll.comm.Service;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.train.placement.NeighborSets;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.sampling.PickService;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.ShardedNeighbors;
import dev.atoll.train.store.CachedRows;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Locality-aware sampling on shards. Which nodes are near differs from worker to worker, and the
 * owner of a node picks its neighbours: so every worker tells all others once which nodes it
 * favours, a bit per node and layer, and picks as the one who asks would.
 */
final class ShardLocality {
  private final ShardTeam team;
  private final SampledPlan plan;
  private final LocalNeighbors own;
  private final LocalityScale scale;

  /** By worker and layer, the output layer first; nodes by their numbers after partitioning. */
  private final List<List<BitSet>> favoured;

  private ShardLocality(
      ShardTeam team,
      SampledPlan plan,
      LocalNeighbors own,
      LocalityScale scale,
      List<List<BitSet>> favoured) {
    this.team = team;
    this.plan = plan;
    this.own = own;
    this.scale = scale;
    this.favoured = favoured;
  }

  /**
   * All workers open theirs together.
   *
   * @param graph the whole graph in the dataset's numbers, read once
   * @param own neighbours of the nodes whose rows this worker has
   * @param kept rows kept near
   */
  static ShardLocality open(
      ShardTeam team,
      SampledPlan plan,
      CsrGraph graph,
      LocalNeighbors own,
      Optional<CachedRows> kept,
      int threads) {
    boolean devices = plan.placement().filter(PlacementPlan::hasDevices).isPresent();
    BitSet near = kept.map(CachedRows::nodes).orElseGet(BitSet::new);
    if (!devices) {
      int first = team.shards().book().first(team.transport().rank());
      IntStream.range(first, first + team.shard().coreCount())
          .forEach(node -> near.set(team.ordering().oldOf(node)));
    }
    int most = Math.min(NeighborSets.MOST, Math.max(1, near.cardinality()));
    List<BitSet> sets =
        NeighborSets.of(graph, near, plan.fanouts().layers(), most, threads).perLayer();
    var policy = (Sampling.LocalAware) plan.sampling();
    double peerCost = devices ? plan.placement().orElseThrow().alpha() : 1;
    var locality =
        new ShardLocality(team, plan, own, new LocalityScale(policy, peerCost), gather(team, sets));
    locality.serve();
    return locality;
  }

  /** Every worker's sets, renumbered. */
  private static List<List<BitSet>> gather(ShardTeam team, List<BitSet> sets) {
    List<List<BitSet>> all = new ArrayList<>();
    IntStream.range(0, team.transport().size()).forEach(_ -> all.add(new ArrayList<>()));
    for (BitSet layer : sets) {
      var renumbered = new BitSet();
      layer.stream().map(team.ordering()::newOf).forEach(renumbered::set);
      List<byte[]> everyones = team.workers().allGather(Purpose.SAMPLING, renumbered.toByteArray());
      for (int rank = 0; rank < all.size(); rank++) {
        all.get(rank).add(BitSet.valueOf(everyones.get(rank)));
      }
    }
    return all;
  }

  /** Picks for others as they favour; once all workers are ready to. */
  private void serve() {
    for (int layer = 0; layer < plan.fanouts().layers(); layer++) {
      int at = layer;
      List<NeighborSource> forPeers =
          favoured.stream()
              .<NeighborSource>map(sets -> own.favouring(sets.get(at), scale::now))
              .toList();
      team.serve(
          Service.LOCALITY_NEIGHBORS.number(layer),
          "answer picks",
          team.opened(new PickService(forPeers::get)));
    }
    team.workers().barrier();
  }

  LocalityScale scale() {
    return scale;
  }

  /**
   * A sampler for one batch under way.
   *
   * @param asksOwners whether neighbours of other workers' nodes live with them
   */
  Sampler sampler(boolean asksOwners) {
    List<BitSet> sets = favoured.get(team.transport().rank());
    List<NeighborSource> sources = new ArrayList<>();
    for (int layer = 0; layer < sets.size(); layer++) {
      LocalNeighbors near = own.favouring(sets.get(layer), scale::now);
      sources.add(asksOwners ? asking(Service.LOCALITY_NEIGHBORS.number(layer), near) : near);
    }
    return new FusedSampler(sources, plan.fanouts());
  }

  private NeighborSource asking(int service, LocalNeighbors near) {
    return team.opened(
        new ShardedNeighbors(
            near,
            team.shards().book(),
            team.transport(),
            team.requests(),
            service,
            Optional.empty()));
  }
}
