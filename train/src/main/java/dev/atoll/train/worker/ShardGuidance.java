package dev.atoll.train.worker;

import dev.atoll.comm.Service;
import dev.atoll.graph.Labels;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.draw.LocalBias;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.RequiredData;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.CachedNeighbors;
import dev.atoll.train.sampling.PickService;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.ShardedNeighbors;
import dev.atoll.train.sampling.dgs.ExplainerResources;
import dev.atoll.train.sampling.dgs.Explanation;
import dev.atoll.train.sampling.dgs.GuidedSampler;
import dev.atoll.train.sampling.dgs.OnlineExplainer;
import dev.atoll.train.store.ColumnPolicy;
import dev.atoll.train.store.Columns;
import dev.atoll.train.store.OwnedRows;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * What explanations decide about a worker's batches (DGS): which remote neighbours are drawn, and
 * which columns are pulled.
 *
 * <p>Draws are made for the worker whose batch it is. Remote is what that worker does not own,
 * whoever draws: an owner that is asked for neighbours knows who asks. How much a remote node
 * matters is known of the neighbours of that worker's own nodes, and to that worker alone; of other
 * nodes' neighbours all remote ones are alike. So a draw depends on the key, the node, the worker
 * and its masks, and is the same whether topology is partitioned or replicated.
 */
final class ShardGuidance {
  private final ShardTeam team;
  private final WorkerData data;
  private final DeviceMemory device;
  private final TrainingPlan plan;
  private final Model model;
  private final SampledPlan sampled;
  private final LocalNeighbors neighbors;
  private Optional<OnlineExplainer> explainer = Optional.empty();

  /**
   * @param neighbors of the nodes whose rows are here
   */
  ShardGuidance(
      ShardTeam team,
      WorkerData data,
      DeviceMemory device,
      TrainingPlan plan,
      Model model,
      LocalNeighbors neighbors) {
    this.team = team;
    this.data = data;
    this.device = device;
    this.plan = plan;
    this.model = model;
    this.sampled = plan.sampled().orElseThrow();
    this.neighbors = neighbors;
  }

  /** Begins to draw for other workers, where the plan says so. */
  void serve() {
    if (sampled.sampling() instanceof Sampling.Dgs dgs && asksForNeighbors()) {
      List<LocalNeighbors> forPeers =
          IntStream.range(0, team.transport().size())
              .mapToObj(peer -> neighbors.withBias(guide(dgs, peer, null)))
              .toList();
      team.requests()
          .serve(Service.GUIDED_NEIGHBORS.number(), team.opened(new PickService(forPeers::get)));
    }
  }

  private boolean asksForNeighbors() {
    return team.shards().topology() == Topology.PARTITIONED && team.transport().size() > 1;
  }

  private LocalBias guide(Sampling.Dgs dgs, int worker, LocalBias.Weights weights) {
    PartitionBook book = team.shards().book();
    int first = book.first(worker);
    return new LocalBias(
        first, first + book.coreCount(worker), dgs.deviation(), dgs.corrected(), weights);
  }

  /** Explains from here on, where anything asks for it and anything is remote. */
  void begin(OwnedRows own, SeedOrder seeds) {
    if (!sampled.isExplained() || team.transport().size() == 1) {
      return;
    }
    if (!(plan.objective() instanceof Objective.Node)) {
      throw new IllegalArgumentException(
          "sampler=dgs or columns=top with a task about pairs of nodes: what is explained are"
              + " predictions for nodes; expected task=node, or another sampler and columns=all");
    }
    Labels labels = RequiredData.labels(data);
    var resources =
        ExplainerResources.open(
            sampled.explain(),
            team.shard(),
            team.originalIds(),
            team.store(own, sampled.codec(), 1),
            model,
            labels.classes(),
            labels instanceof Labels.Multi);
    explainer =
        Optional.of(
            team.opened(
                new OnlineExplainer(
                    sampled.explain(),
                    (long) plan.epochs().epochs() * seeds.steps(),
                    model.parameters(),
                    device.backend(),
                    resources,
                    "atoll-explain-" + team.transport().rank())));
  }

  Optional<OnlineExplainer> explainer() {
    return explainer;
  }

  /** The columns that every step pulls of other workers' rows. */
  LongFunction<Columns> columns(OwnedRows own) {
    RandomKey key = RandomKey.ofSeed(plan.seed()).child("columns");
    float[] others = others(sampled.columns().absent(), own);
    return switch (sampled.columns()) {
      case ColumnPolicy.All _ -> _ -> Columns.ALL;
      case ColumnPolicy.Random random ->
          step -> Columns.of(random.of(own.width(), key.child(step))).orElse(others);
      case ColumnPolicy.Top top -> step -> explained(step, others, top::of);
      case ColumnPolicy.Drawn drawn ->
          step -> explained(step, others, masks -> drawn.of(key.child(step), masks));
    };
  }

  /** Columns that are chosen by their masks, once those are there. */
  private Columns explained(long step, float[] others, Function<float[], int[]> chosen) {
    return explanation(step)
        .map(found -> Columns.of(chosen.apply(found.columns())).orElse(others))
        .orElse(Columns.ALL);
  }

  /** What stands in columns that were not pulled; all workers ask together. */
  private float[] others(ColumnPolicy.Absent absent, OwnedRows own) {
    return switch (absent) {
      case ZERO -> new float[0];
      case MEAN -> own.columnMeans(team.workers());
    };
  }

  private Optional<Explanation> explanation(long step) {
    return explainer.flatMap(explaining -> explaining.at(step));
  }

  /**
   * A sampler for one batch under way, which draws alike until something is explained.
   *
   * @param alike is it, where nothing is
   */
  Sampler sampler(Sampler alike, Optional<CachedNeighbors> borrowed) {
    if (explainer.isEmpty() || !(sampled.sampling() instanceof Sampling.Dgs dgs)) {
      return alike;
    }
    return new GuidedSampler(
        alike,
        weights -> guided(guide(dgs, team.transport().rank(), weights), borrowed),
        step -> explanation(step).map(this::weights));
  }

  private Sampler guided(LocalBias guide, Optional<CachedNeighbors> borrowed) {
    LocalNeighbors own = neighbors.withBias(guide);
    NeighborSource source =
        asksForNeighbors()
            ? team.opened(
                new ShardedNeighbors(
                    own,
                    team.shards().book(),
                    team.transport(),
                    team.requests(),
                    Service.GUIDED_NEIGHBORS.number(),
                    borrowed.map(rows -> rows.withBias(guide))))
            : own;
    return new FusedSampler(source, sampled.fanouts());
  }

  private LocalBias.Weights weights(Explanation found) {
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
