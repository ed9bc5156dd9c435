package dev.atoll.train.sampling.locality;

import dev.atoll.graph.sample.Sampler;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.placement.NearRows;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.sampling.PreferredNodes;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Locality-aware sampling on a shard. Which nodes are near differs from worker to worker, and from
 * one group of a worker's devices to another.
 */
final class ShardLocality implements WorkerSampling {
  private final LocalitySampling policy;
  private final SamplingContext context;
  private final SeedOrder seeds;
  private final Optional<PlacementPlan> devices;
  private final LocalityScale scale;

  /** Samplers by group of devices; set once the near nodes are known. */
  private IntFunction<Sampler> samplers;

  ShardLocality(LocalitySampling policy, SamplingContext context, SeedOrder seeds) {
    this.policy = policy;
    this.context = context;
    this.seeds = seeds;
    this.devices = context.plan().placement().filter(PlacementPlan::hasDevices);
    this.scale = new LocalityScale(policy, devices.isPresent() ? PlacementPlan.PEER_COST : 1);
  }

  @Override
  public SeedOrder seeds() {
    return seeds;
  }

  @Override
  public void begin() {
    List<List<BitSet>> sets = IntStream.range(0, groups()).mapToObj(this::favoured).toList();
    samplers = policy.draws().open(context, new PreferredNodes(context, sets, scale::now));
  }

  private int groups() {
    return context.nearRows().map(NearRows::groups).orElse(1);
  }

  /** The nodes that are preferred for a group, by layer and by the dataset's numbers. */
  private List<BitSet> favoured(int group) {
    BitSet near = near(group);
    return NeighborSets.of(
            context.graph(),
            near,
            context.plan().fanouts().layers(),
            LocalitySampling.mostFavoured(near.cardinality()),
            context.threads())
        .perLayer();
  }

  /**
   * The nodes with a near row: cached nodes, and without devices also the nodes of the own part.
   */
  private BitSet near(int group) {
    BitSet near = context.nearRows().map(rows -> rows.nodes(group)).orElseGet(BitSet::new);
    if (devices.isEmpty()) {
      int first = context.shard().book().first(context.shard().part());
      IntStream.range(first, first + context.shard().coreCount())
          .forEach(node -> near.set(context.ordering().oldOf(node)));
    }
    return near;
  }

  @Override
  public Sampler sampler() {
    if (groups() == 1) {
      return samplers.apply(0);
    }
    NearRows rows = context.nearRows().orElseThrow();
    return new GroupSampler(
        IntStream.range(0, groups()).mapToObj(samplers).toList(), node -> rows.group((int) node));
  }

  @Override
  public void follow(List<EpochCost> finished) {
    scale.follow(finished);
  }
}
