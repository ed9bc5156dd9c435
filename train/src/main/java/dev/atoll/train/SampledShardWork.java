package dev.atoll.train;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.Labels;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.Gradients;
import dev.atoll.train.batch.Objective;
import dev.atoll.train.batch.SampledBatches;
import dev.atoll.train.batch.SampledWork;
import dev.atoll.train.batch.SeedOrder;
import dev.atoll.train.batch.SeedTask;
import dev.atoll.train.batch.ShardBatch;
import dev.atoll.train.exchange.HaloPlan;
import dev.atoll.train.explain.ExplainerResources;
import dev.atoll.train.explain.OnlineExplainer;
import dev.atoll.train.feature.ColumnPolicy;
import dev.atoll.train.feature.Columns;
import dev.atoll.train.feature.EmbeddingSpec;
import dev.atoll.train.feature.EmbeddingTable;
import dev.atoll.train.feature.OwnedRows;
import dev.atoll.train.feature.SparseEmbeddings;
import dev.atoll.train.model.Model;
import dev.atoll.train.sample.BorrowedRows;
import dev.atoll.train.sample.PickService;
import dev.atoll.train.sample.ShardedNeighbors;
import dev.atoll.train.schedule.Scheduler;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;

/** The mini-batch work of a worker on its shard: who draws, who fetches, and for which seeds. */
final class SampledShardWork {
  private final ShardTeam team;
  private final Dataset dataset;
  private final DeviceMemory device;
  private final TrainingPlan plan;
  private final Model model;
  private final SampledPlan sampled;

  SampledShardWork(
      ShardTeam team, Dataset dataset, DeviceMemory device, TrainingPlan plan, Model model) {
    this.team = team;
    this.dataset = dataset;
    this.device = device;
    this.plan = plan;
    this.model = model;
    this.sampled = plan.sampled().orElseThrow();
  }

  Workplace open(OwnedRows own, HaloPlan halo) {
    Backend backend = device.backend();
    LocalNeighbors neighbors =
        LocalNeighbors.of(team.shard(), team.originalIds()).withThreads(backend.parallelism());
    RandomKey root = RandomKey.ofSeed(plan.seed());
    Optional<SparseEmbeddings> embeddings =
        sampled
            .embeddings()
            .map(spec -> embeddings(spec, root.child("embeddings"), backend.parallelism()));
    if (asksForNeighbors()) {
      team.requests().serve(ShardedNeighbors.SERVICE, team.opened(new PickService(neighbors)));
    }
    Optional<ShardGuidance> guidance = ShardGuidance.of(team, sampled, neighbors);
    team.serve(own, sampled.codec());
    long[] seeds = team.renumbered(Needed.seeds(dataset, plan.split()));
    ShardSamplers samplers =
        ShardSamplers.open(
            team, sampled, dataset.graph(), seeds, plan.seed(), backend.parallelism());
    Optional<BorrowedRows> borrowed = borrowed(samplers.seeds(), neighbors, backend.parallelism());
    Optional<OnlineExplainer> explainer = explainer(own, samplers.seeds());
    var work =
        new SampledWork(
            () -> guided(guidance, explainer, borrowed, sampler(samplers, neighbors, borrowed)),
            () -> team.store(own, sampled.codec(), backend.parallelism()),
            columns(own, root.child("columns"), explainer),
            embeddings,
            () -> new SeedTask.Nodes(new Objective.Source(Needed.labels(dataset), backend)),
            team.originalIds(),
            model.norms(),
            _ -> 0,
            team.times());
    var batches =
        new SampledBatches(
            work,
            backend,
            samplers.seeds(),
            team.transport().rank(),
            sampled.fanouts().layers(),
            scheduler(),
            root.child("neighbors"));
    ShardBatch whole =
        team.whole(device, model, own, embeddings, halo, sampled.codec(), Gradients.NONE);
    return new Workplace(batches, whole, whole.ids(), seeds.length, embeddings).with(explainer);
  }

  /** Explains beside training, where anything asks for it and there is anything remote. */
  private Optional<OnlineExplainer> explainer(OwnedRows own, SeedOrder seeds) {
    if (!sampled.isExplained() || team.transport().size() == 1) {
      return Optional.empty();
    }
    Labels labels = Needed.labels(dataset);
    var resources =
        ExplainerResources.open(
            sampled.explain(),
            team.shard(),
            team.originalIds(),
            team.store(own, sampled.codec(), 1),
            model,
            labels.classes(),
            labels instanceof Labels.Multi);
    return Optional.of(
        team.opened(
            new OnlineExplainer(
                sampled.explain(),
                (long) plan.epochs() * seeds.steps(),
                model.parameters(),
                device.backend(),
                resources,
                "atoll-explain-" + team.transport().rank())));
  }

  private Sampler guided(
      Optional<ShardGuidance> guidance,
      Optional<OnlineExplainer> explainer,
      Optional<BorrowedRows> borrowed,
      Sampler alike) {
    return guidance.isPresent() && explainer.isPresent()
        ? guidance.get().sampler(alike, explainer.get(), borrowed)
        : alike;
  }

  /** The columns that every step pulls of other workers' rows. */
  private LongFunction<Columns> columns(
      OwnedRows own, RandomKey key, Optional<OnlineExplainer> explainer) {
    return switch (sampled.columns()) {
      case ColumnPolicy.All _ -> _ -> Columns.ALL;
      case ColumnPolicy.Random random -> {
        float[] others = others(random.absent(), own);
        yield step -> Columns.of(random.of(own.width(), key.child(step))).orElse(others);
      }
      case ColumnPolicy.Top top -> {
        float[] others = others(top.absent(), own);
        yield step ->
            explainer
                .flatMap(explaining -> explaining.at(step))
                .map(found -> Columns.of(top.of(found.columns())).orElse(others))
                .orElse(Columns.ALL);
      }
    };
  }

  /** What stands in columns that were not pulled. */
  private float[] others(ColumnPolicy.Absent absent, OwnedRows own) {
    return switch (absent) {
      case ZERO -> new float[0];
      case MEAN -> own.columnMeans(team.workers());
    };
  }

  private Scheduler scheduler() {
    return new Scheduler.Ahead(
        sampled.schedule().ahead(), "atoll-prefetch-" + team.transport().rank());
  }

  private SparseEmbeddings embeddings(EmbeddingSpec spec, RandomKey key, int threads) {
    var table =
        EmbeddingTable.create(team.shard(), spec, team.originalIds(), key, threads, team.memory());
    return team.opened(
        new SparseEmbeddings(
            table,
            spec.update(),
            team.shards().book(),
            team.originalIds(),
            team.workers(),
            team.requests(),
            sampled.codec(),
            team.reads()));
  }

  private boolean asksForNeighbors() {
    return team.shards().topology() == Topology.PARTITIONED && team.transport().size() > 1;
  }

  /** Neighbours of the seeds that others own, where a worker has the same seeds in all epochs. */
  private Optional<BorrowedRows> borrowed(SeedOrder schedule, NeighborSource own, int threads) {
    if (!asksForNeighbors() || !schedule.isFixed()) {
      return Optional.empty();
    }
    int[] foreign =
        Arrays.stream(schedule.of(team.transport().rank(), 0))
            .filter(seed -> team.shards().book().owner(seed) != team.transport().rank())
            .mapToInt(Math::toIntExact)
            .sorted()
            .toArray();
    try (var owners = neighbors(own, Optional.empty())) {
      return Optional.of(
          BorrowedRows.ask(foreign, owners, team.originalIds(), team.memory(), threads));
    }
  }

  private ShardedNeighbors neighbors(NeighborSource own, Optional<BorrowedRows> borrowed) {
    return new ShardedNeighbors(
        own, team.shards().book(), team.transport(), team.requests(), borrowed);
  }

  private Sampler sampler(
      ShardSamplers samplers, NeighborSource own, Optional<BorrowedRows> borrowed) {
    boolean asks = asksForNeighbors() && !samplers.staysHome();
    return samplers.sampler(asks ? team.opened(neighbors(own, borrowed)) : own);
  }
}
