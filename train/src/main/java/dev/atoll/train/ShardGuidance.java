package dev.atoll.train;

import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.Guide;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.train.explain.Explanation;
import dev.atoll.train.explain.OnlineExplainer;
import dev.atoll.train.sample.BorrowedRows;
import dev.atoll.train.sample.GuidedSampler;
import dev.atoll.train.sample.PickService;
import dev.atoll.train.sample.ShardedNeighbors;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Draws that are made for the worker whose batch it is (DGS). Remote is what that worker does not
 * own, whoever draws: an owner that is asked for neighbours knows who asks. How much a remote node
 * matters is known of the neighbours of that worker's own nodes, and to that worker alone; of other
 * nodes' neighbours all remote ones are alike. So a draw depends on the key, the node, the worker
 * and its masks, and is the same whether topology is partitioned or replicated.
 */
final class ShardGuidance {
  private final ShardTeam team;
  private final SampledPlan plan;
  private final Sampling.Dgs sampling;
  private final LocalNeighbors own;

  private ShardGuidance(
      ShardTeam team, SampledPlan plan, Sampling.Dgs sampling, LocalNeighbors own) {
    this.team = team;
    this.plan = plan;
    this.sampling = sampling;
    this.own = own;
  }

  /** Begins to draw for other workers, where the plan says so. */
  static Optional<ShardGuidance> of(ShardTeam team, SampledPlan plan, LocalNeighbors own) {
    if (!(plan.sampling() instanceof Sampling.Dgs sampling)) {
      return Optional.empty();
    }
    var guidance = new ShardGuidance(team, plan, sampling, own);
    if (guidance.asksForNeighbors()) {
      List<LocalNeighbors> forPeers =
          IntStream.range(0, team.transport().size())
              .mapToObj(peer -> own.withGuide(guidance.guide(peer, null)))
              .toList();
      team.requests()
          .serve(ShardedNeighbors.GUIDED_SERVICE, team.opened(new PickService(forPeers::get)));
    }
    return Optional.of(guidance);
  }

  private boolean asksForNeighbors() {
    return team.shards().topology() == Topology.PARTITIONED && team.transport().size() > 1;
  }

  private Guide guide(int worker, Guide.Weights weights) {
    PartitionBook book = team.shards().book();
    return new Guide(
        (int) book.first(worker),
        (int) book.first(worker) + book.coreCount(worker),
        sampling.deviation(),
        sampling.corrected(),
        weights);
  }

  /** A sampler for one batch under way, which draws alike until something is explained. */
  Sampler sampler(Sampler alike, OnlineExplainer explainer, Optional<BorrowedRows> borrowed) {
    return new GuidedSampler(
        alike, weights -> guided(weights, borrowed), step -> explainer.at(step).map(this::weights));
  }

  private Sampler guided(Guide.Weights weights, Optional<BorrowedRows> borrowed) {
    Guide guide = guide(team.transport().rank(), weights);
    LocalNeighbors guided = own.withGuide(guide);
    NeighborSource source =
        asksForNeighbors()
            ? team.opened(
                new ShardedNeighbors(
                    guided,
                    team.shards().book(),
                    team.transport(),
                    team.requests(),
                    ShardedNeighbors.GUIDED_SERVICE,
                    borrowed.map(rows -> rows.withGuide(guide))))
            : guided;
    return new FusedSampler(source, plan.fanouts());
  }

  private Guide.Weights weights(Explanation found) {
    return node -> found.node(place(team.shard(), node));
  }

  /** The place of a remote neighbour in the halo. */
  private static int place(Shard shard, int node) {
    int low = 0;
    int high = shard.haloCount() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (shard.haloNode(middle) < node) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
