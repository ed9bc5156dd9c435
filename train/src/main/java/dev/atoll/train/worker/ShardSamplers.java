package dev.atoll.train.worker;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.UnfusedSampler;
import dev.atoll.graph.sample.cluster.ClusterSampler;
import dev.atoll.graph.sample.layerwise.FastGcnImportance;
import dev.atoll.graph.sample.layerwise.LadiesImportance;
import dev.atoll.graph.sample.layerwise.LayerImportance;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.graph.sample.layerwise.LayerwiseSampler;
import dev.atoll.train.batch.sampled.OwnSchedule;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.batch.sampled.SeedSchedule;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.sampling.Sampling;
import java.util.function.Function;
import java.util.function.Supplier;

/** The samplers of a worker on its shard, and the seeds they begin with, by policy. */
final class ShardSamplers {
  private final SampledPlan plan;
  private final SeedOrder seeds;
  private final Function<NeighborSource, Sampler> samplers;

  private ShardSamplers(SampledPlan plan, SeedOrder seeds, Function<NeighborSource, Sampler> make) {
    this.plan = plan;
    this.seeds = seeds;
    this.samplers = make;
  }

  /**
   * All workers open theirs together.
   *
   * @param graph the whole graph in the dataset's numbers, read once where a policy weighs all
   *     nodes
   * @param train the seeds of all workers, or this worker's own
   * @param seedsAreNodes whether they are nodes by their numbers after partitioning
   */
  static ShardSamplers open(
      ShardTeam team,
      SampledPlan plan,
      Supplier<CsrGraph> graph,
      PairWork.Seeds train,
      boolean seedsAreNodes,
      long seed,
      int threads) {
    RandomKey key = RandomKey.ofSeed(seed).child("seeds");
    if (plan.sampling() instanceof Sampling.Clusters of) {
      if (!seedsAreNodes) {
        throw new IllegalArgumentException(
            "sampler=cluster: clusters are of nodes, and the seeds of this task are links; take"
                + " uniform");
      }
      ShardClusters own = ShardClusters.cut(team.shard(), of, seed, threads);
      int layers = plan.fanouts().layers();
      return new ShardSamplers(
          plan,
          own.schedule(train.all(), team.workers(), of.perStep(), key),
          source -> new ClusterSampler(source, own.clusters(), layers));
    }
    return new ShardSamplers(
        plan, order(team, plan, train, key), perNeighborOrLayer(team, plan, graph, threads));
  }

  private static SeedOrder order(
      ShardTeam team, SampledPlan plan, PairWork.Seeds train, RandomKey key) {
    if (!train.isShare()) {
      return new SeedSchedule(
          train.all(),
          one -> team.shards().book().owner(train.node().applyAsLong(one)),
          team.shards().book().parts(),
          plan.batch(),
          plan.shuffle(),
          key);
    }
    if (plan.shuffle() == SeedSchedule.Shuffle.GLOBAL) {
      throw new IllegalArgumentException(
          "shuffle=global: every worker has its own links alone; take local");
    }
    return OwnSchedule.agree(train.all(), team.workers(), plan.batch(), key);
  }

  private static Function<NeighborSource, Sampler> perNeighborOrLayer(
      ShardTeam team, SampledPlan plan, Supplier<CsrGraph> graph, int threads) {
    return switch (plan.sampling()) {
      case Sampling.Uniform _, Sampling.LocalAware _, Sampling.Dgs _ ->
          source -> new FusedSampler(source, plan.fanouts());
      case Sampling.Unfused _ -> source -> new UnfusedSampler(source, plan.fanouts());
      case Sampling.Ladies of -> layerwise(team, of.layers(), new LadiesImportance(), true);
      case Sampling.FastGcn of ->
          layerwise(
              team,
              of.layers(),
              FastGcnImportance.of(graph.get(), of.norm(), threads).renumbered(team.ordering()),
              false);
      case Sampling.Clusters _ ->
          throw new IllegalStateException("clusters have seeds of their own");
    };
  }

  /** Coins are thrown by the dataset's numbers, so that it does not matter how the graph is cut. */
  private static Function<NeighborSource, Sampler> layerwise(
      ShardTeam team, LayerSizes sizes, LayerImportance importance, boolean normalized) {
    checkSizes(sizes, team.shards().book().nodeCount());
    return source ->
        new LayerwiseSampler(
            source,
            sizes,
            importance,
            normalized,
            node -> team.originalIds().get(JAVA_INT_UNALIGNED, (long) node * Integer.BYTES));
  }

  private static void checkSizes(LayerSizes sizes, long nodes) {
    for (int size : sizes.perLayer()) {
      if (size > nodes) {
        throw new IllegalArgumentException(
            "sampler.size=%d: expected at most the %d nodes of the graph".formatted(size, nodes));
      }
    }
  }

  /** Which seeds the worker takes in which step. */
  SeedOrder seeds() {
    return seeds;
  }

  /** Whether neighbours of other workers' nodes are never asked for. */
  boolean staysHome() {
    return plan.sampling() instanceof Sampling.Clusters;
  }

  /** A sampler for one batch under way. */
  Sampler sampler(NeighborSource source) {
    return samplers.apply(source);
  }
}
