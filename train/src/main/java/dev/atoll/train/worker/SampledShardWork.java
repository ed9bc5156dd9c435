package dev.atoll.train.worker;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.sampled.DeviceWork;
import dev.atoll.train.batch.sampled.SampledBatches;
import dev.atoll.train.batch.sampled.SampledWork;
import dev.atoll.train.companion.CacheCompanion;
import dev.atoll.train.companion.Companion;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.companion.EmbeddingCompanion;
import dev.atoll.train.companion.LaunchCompanion;
import dev.atoll.train.companion.SamplingCompanion;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.model.Model;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.WorkerSampling;
import dev.atoll.train.sampling.columns.ColumnPolicy.Absent;
import dev.atoll.train.schedule.WorkerThreads;
import dev.atoll.train.store.CachedRows;
import dev.atoll.train.store.Columns;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.ShardedStore;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import dev.atoll.train.store.embedding.EmbeddingTable;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.LongFunction;

/**
 * The mini-batch work of a worker on its shard: sampling, cached rows and the sources of batches.
 */
final class SampledShardWork {
  private final ShardTeam team;
  private final WorkerData data;
  private final DeviceMemory device;
  private final TrainingPlan plan;
  private final Model model;
  private final ObjectiveWork objective;
  private final SampledPlan sampled;

  SampledShardWork(
      ShardTeam team,
      WorkerData data,
      DeviceMemory device,
      TrainingPlan plan,
      Model model,
      ObjectiveWork objective) {
    this.team = team;
    this.data = data;
    this.device = device;
    this.plan = plan;
    this.model = model;
    this.objective = objective;
    this.sampled = plan.sampled().orElseThrow();
  }

  Workload open(OwnedRows own, HaloPlan halo) {
    PairWork.Seeds seeds = objective.seeds(team.ordering());
    Optional<SparseEmbeddings> embeddings = sampled.embeddings().map(this::embeddings);
    var context = new ShardSampling(team, data, device, plan, model, objective, own, seeds);
    WorkerSampling sampling = context.open();
    team.serve(own, sampled.codec(), device.backend().parallelism());
    context.cacheNeighbors();
    Optional<CachedRows> kept =
        sampled.placement().map(placement -> keep(placement, own, context.place(sampling.seeds())));
    context.begin(kept);
    var place = place(context);
    SampledBatches<?> batches = batches(context, sampling, kept, embeddings, place);
    try {
      return new Workload(
          batches,
          new ShardInference(team, device, model, own, embeddings, halo, sampled.codec()),
          team.coreIds(),
          count(seeds),
          embeddings,
          Optional.of(place),
          companions(context, sampling, kept, embeddings, batches));
    } catch (RuntimeException | Error e) {
      var opened = new Resources();
      opened.add(batches);
      opened.closeAfter(e);
      throw e;
    }
  }

  /** Batches that the device draws where it can, else the host. */
  private SampledBatches<?> batches(
      ShardSampling context,
      WorkerSampling sampling,
      Optional<CachedRows> kept,
      Optional<SparseEmbeddings> embeddings,
      PairWork.BatchContext place) {
    Backend backend = device.backend();
    RandomKey key = root().child("neighbors");
    int rank = team.transport().rank();
    SampledWork work = work(context, sampling, kept, embeddings, place);
    var onDevice = new ShardOnDevice(team, sampled, backend, model, objective, context.ownRows());
    Optional<String> obstacle =
        onDevice.obstacle(context.asksOwners(), work.inputReader().isPresent());
    if (obstacle.isPresent()) {
      return SampledBatches.onHost(
          work,
          backend,
          sampling.seeds(),
          threads(backend),
          sampled.fanouts().layers(),
          sampled.schedule(),
          sampled::stepsRead,
          key,
          obstacle.get());
    }
    DeviceWork there =
        team.opened(
            onDevice.open(data::graph, context.trainedNodes(), work.seedLoss(), work.store()));
    return SampledBatches.onDevice(there, backend, sampling.seeds(), rank, sampled.schedule(), key);
  }

  /**
   * The threads that prepare batches: idle compute threads if rows and neighbours are read in
   * place, else threads of their own.
   */
  private WorkerThreads threads(Backend backend) {
    boolean inPlace = team.transport().sharedProcess().isPresent();
    return new WorkerThreads(
        team.transport().rank(),
        backend.parallelism(),
        inPlace ? backend.spareThreads() : Optional.empty());
  }

  private Companions companions(
      ShardSampling context,
      WorkerSampling sampling,
      Optional<CachedRows> kept,
      Optional<SparseEmbeddings> embeddings,
      SampledBatches<?> batches) {
    List<Companion> companions = new ArrayList<>();
    embeddings.map(EmbeddingCompanion::new).ifPresent(companions::add);
    kept.map(CacheCompanion::new).ifPresent(companions::add);
    companions.add(new SamplingCompanion(sampling));
    companions.addAll(context.companions());
    if (plan.launchesByRule()) {
      companions.add(new LaunchCompanion(batches::takeLaunches));
    }
    return new Companions(companions);
  }

  private RandomKey root() {
    return RandomKey.ofSeed(plan.seed());
  }

  /**
   * The data that batches are made from; gathers degrees if the schedule or the objective needs
   * them.
   */
  private PairWork.BatchContext place(ShardSampling context) {
    boolean asked = sampled.schedule().overlapsStages() || objective.weighsNodes();
    IntUnaryOperator degrees = asked ? team.degrees() : _ -> 0;
    return new PairWork.BatchContext(
        team.ordering(), team.shard(), team.numbering(), context::neighbors, degrees);
  }

  /** The sources of all batches. */
  private SampledWork work(
      ShardSampling context,
      WorkerSampling sampling,
      Optional<CachedRows> kept,
      Optional<SparseEmbeddings> embeddings,
      PairWork.BatchContext place) {
    OwnedRows own = context.ownRows();
    boolean sparse = keepsInputSparse(own, embeddings);
    LongFunction<Columns> columns = sampled.columns().open(context);
    return new SampledWork(
        sampling::sampler,
        () -> store(own, kept),
        columns,
        embeddings,
        sparse,
        sparse || embeddings.isPresent() || model.multipliesInputFirst(),
        () -> sampling.loss(objective.seedLoss(place)),
        objective.labels().isEmpty(),
        objective.hasNegatives(),
        team.numbering(),
        context.inputReader(),
        model.norms(),
        place.degrees(),
        team.times());
  }

  /** Whether batches hold of feature rows the elements that are not zero. */
  private boolean keepsInputSparse(OwnedRows own, Optional<SparseEmbeddings> embeddings) {
    return own.multiplySparse()
        && embeddings.isEmpty()
        && model.hasWeights()
        && sampled.columns().absent() == Absent.ZERO;
  }

  /** Seeds of all workers. */
  private int count(PairWork.Seeds seeds) {
    int here = seeds.all().length;
    return seeds.isShare()
        ? Math.toIntExact(team.gather(here).stream().mapToLong(Long::longValue).sum())
        : here;
  }

  private ShardedStore store(OwnedRows own, Optional<CachedRows> kept) {
    int threads = sampled.schedule().threadsPerBatch(device.backend().parallelism());
    ShardedStore owners = team.store(own, sampled.codec(), threads);
    return kept.map(owners::keeping).orElse(owners);
  }

  /** Reads the rows that the placement caches, before the first step. */
  private CachedRows keep(PlacementPlan placement, OwnedRows own, Placement rows) {
    return CachedRows.read(
        rows,
        placement.hasDevices(),
        store(own, Optional.empty()),
        own,
        team.ordering(),
        team.numbering(),
        team.memory());
  }

  private SparseEmbeddings embeddings(EmbeddingSpec spec) {
    var table =
        EmbeddingTable.create(
            team.shard(),
            spec,
            team.numbering(),
            root().child("embeddings"),
            device.backend().parallelism(),
            team.memory());
    return team.opened(
        new SparseEmbeddings(
            table,
            spec.update(),
            team.shards().book(),
            team.numbering(),
            team.workers(),
            team.requests(),
            sampled.codec(),
            team.reads()));
  }
}
