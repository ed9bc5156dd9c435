package dev.atoll.train.worker;

import dev.atoll.comm.Service;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.sampled.SampledBatches;
import dev.atoll.train.batch.sampled.SampledWork;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.batch.shard.GradientEdges;
import dev.atoll.train.batch.shard.ShardBatch;
import dev.atoll.train.companion.CacheCompanion;
import dev.atoll.train.companion.Companion;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.companion.EmbeddingCompanion;
import dev.atoll.train.companion.ExplainerCompanion;
import dev.atoll.train.companion.LaunchCompanion;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.model.Model;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.CachedNeighbors;
import dev.atoll.train.sampling.PickService;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.ShardedNeighbors;
import dev.atoll.train.store.CachedRows;
import dev.atoll.train.store.ColumnPolicy.Absent;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.ShardedStore;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import dev.atoll.train.store.embedding.EmbeddingTable;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/** The mini-batch work of a worker on its shard: who draws, who fetches, and for which seeds. */
final class SampledShardWork {
  private final ShardTeam team;
  private final WorkerData data;
  private final DeviceMemory device;
  private final TrainingPlan plan;
  private final Model model;
  private final ObjectiveWork task;
  private final SampledPlan sampled;

  SampledShardWork(
      ShardTeam team,
      WorkerData data,
      DeviceMemory device,
      TrainingPlan plan,
      Model model,
      ObjectiveWork task) {
    this.team = team;
    this.data = data;
    this.device = device;
    this.plan = plan;
    this.model = model;
    this.task = task;
    this.sampled = plan.sampled().orElseThrow();
  }

  Workload open(OwnedRows own, HaloPlan halo) {
    Backend backend = device.backend();
    LocalNeighbors neighbors =
        LocalNeighbors.of(team.shard(), team.originalIds()).withThreads(backend.parallelism());
    RandomKey root = RandomKey.ofSeed(plan.seed());
    Optional<SparseEmbeddings> embeddings =
        sampled
            .embeddings()
            .map(spec -> embeddings(spec, root.child("embeddings"), backend.parallelism()));
    if (asksForNeighbors()) {
      team.serve(
          Service.NEIGHBORS.number(), "answer picks", team.opened(new PickService(neighbors)));
    }
    var guidance = new ShardGuidance(team, data, device, plan, model, neighbors);
    guidance.serve();
    team.serve(own, sampled.codec());
    PairWork.Seeds seeds = task.seeds(team.ordering());
    ShardSamplers samplers =
        ShardSamplers.open(
            team,
            sampled,
            data::graph,
            seeds,
            task.seedsAreNodes(),
            plan.seed(),
            backend.parallelism());
    Optional<CachedNeighbors> borrowed =
        borrowed(samplers.seeds(), neighbors, backend.parallelism());
    Optional<CachedRows> kept =
        sampled.placement().map(placement -> keep(placement, own, samplers.seeds(), seeds));
    Optional<ShardLocality> locality =
        sampled.sampling() instanceof Sampling.LocalAware
            ? Optional.of(
                ShardLocality.open(
                    team, sampled, data.graph(), neighbors, kept, backend.parallelism()))
            : Optional.empty();
    guidance.begin(own, samplers.seeds());
    boolean sparse =
        own.multiplySparse()
            && embeddings.isEmpty()
            && model.hasWeights()
            && sampled.columns().absent() == Absent.ZERO;
    IntUnaryOperator degrees =
        sampled.schedule().overlapsTasks() || task.weighsNodes() ? team.degrees() : _ -> 0;
    var place =
        new PairWork.Place(
            team.ordering(),
            team.shard(),
            team.originalIds(),
            () -> reached(neighbors, borrowed),
            degrees);
    var work =
        new SampledWork(
            () ->
                locality
                    .map(near -> near.sampler(asksForNeighbors()))
                    .orElseGet(
                        () -> guidance.sampler(sampler(samplers, neighbors, borrowed), borrowed)),
            () -> store(own, kept),
            guidance.columns(own),
            embeddings,
            sparse,
            sparse || embeddings.isPresent() || model.multipliesInputFirst(),
            () -> task.seedTask(place),
            task.labels().isEmpty(),
            team.originalIds(),
            model.norms(),
            degrees,
            team.times());
    var batches =
        new SampledBatches(
            work,
            backend,
            samplers.seeds(),
            team.transport().rank(),
            sampled.fanouts().layers(),
            sampled.schedule(),
            root.child("neighbors"));
    ShardBatch whole =
        team.whole(device, model, own, embeddings, halo, sampled.codec(), GradientEdges.NONE);
    List<Companion> companions = new ArrayList<>();
    embeddings.map(EmbeddingCompanion::new).ifPresent(companions::add);
    kept.map(CacheCompanion::new).ifPresent(companions::add);
    locality.map(ShardLocality::scale).ifPresent(companions::add);
    guidance.explainer().map(ExplainerCompanion::new).ifPresent(companions::add);
    if (plan.launchesByRule()) {
      companions.add(new LaunchCompanion(batches::takeLaunches));
    }
    return new Workload(
        batches,
        whole,
        whole.ids(),
        count(seeds),
        embeddings,
        Optional.of(place),
        new Companions(companions));
  }

  /** Seeds of all workers. */
  private int count(PairWork.Seeds seeds) {
    int here = seeds.all().length;
    return seeds.isShare()
        ? Math.toIntExact(team.gather(here).stream().mapToLong(Long::longValue).sum())
        : here;
  }

  private ShardedStore store(OwnedRows own, Optional<CachedRows> kept) {
    ShardedStore owners = team.store(own, sampled.codec(), device.backend().parallelism());
    return kept.map(owners::keeping).orElse(owners);
  }

  /** Reads the rows that are kept near, before the first step. */
  private CachedRows keep(
      PlacementPlan placement, OwnedRows own, SeedOrder order, PairWork.Seeds seeds) {
    var rows =
        new ShardPlacement(team, sampled, data.graph(), seeds, device.backend().parallelism())
            .place(order);
    return CachedRows.read(
        rows,
        placement.hasDevices(),
        store(own, Optional.empty()),
        own,
        team.ordering(),
        team.originalIds(),
        team.memory());
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
  private Optional<CachedNeighbors> borrowed(SeedOrder schedule, NeighborSource own, int threads) {
    if (!asksForNeighbors() || !schedule.isFixed() || !task.seedsAreNodes()) {
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
          CachedNeighbors.ask(foreign, owners, team.originalIds(), team.memory(), threads));
    }
  }

  private ShardedNeighbors neighbors(NeighborSource own, Optional<CachedNeighbors> borrowed) {
    return new ShardedNeighbors(
        own, team.shards().book(), team.transport(), team.requests(), borrowed);
  }

  private Sampler sampler(
      ShardSamplers samplers, NeighborSource own, Optional<CachedNeighbors> borrowed) {
    return samplers.sampler(samplers.staysHome() ? own : reached(own, borrowed));
  }

  /** Neighbours of all nodes, wherever they lie. */
  private NeighborSource reached(NeighborSource own, Optional<CachedNeighbors> borrowed) {
    return asksForNeighbors() ? team.opened(neighbors(own, borrowed)) : own;
  }
}
