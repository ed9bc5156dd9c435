package dev.atoll.train.worker;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.sampled.DeviceWork;
import dev.atoll.train.batch.sampled.InputWork;
import dev.atoll.train.batch.sampled.SampledBatches;
import dev.atoll.train.batch.sampled.SampledWork;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.companion.CacheCompanion;
import dev.atoll.train.companion.Companion;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.companion.EmbeddingCompanion;
import dev.atoll.train.companion.LaunchCompanion;
import dev.atoll.train.companion.SamplingCompanion;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.sampling.WorkerSampling;
import dev.atoll.train.sampling.columns.ColumnPolicy.Absent;
import dev.atoll.train.schedule.WorkerThreads;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import dev.atoll.train.store.embedding.EmbeddingTable;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/** The mini-batch work of a worker on its shard: learnable rows and the source of batches. */
record SampledShardWork(ShardServices services, TrainingSetup setup, OwnedRows own, HaloPlan halo) {
  Workload open() {
    SampledPlan sampled = setup.sampled();
    PairWork.Seeds seeds = setup.objective().seeds(services.ordering());
    Optional<SparseEmbeddings> embeddings = sampled.embeddings().map(this::embeddings);
    var sampling = ShardSampling.open(services, setup, own, seeds);
    var place = place(sampling);
    SampledBatches<?> batches = batches(sampling, embeddings, place);
    try {
      return new Workload(
          batches,
          new ShardInference(
              services,
              setup.device(),
              setup.model(),
              own,
              embeddings,
              halo,
              sampled.rows().codec()),
          services.coreIds(),
          count(seeds),
          embeddings,
          Optional.of(place),
          companions(sampling, embeddings, batches));
    } catch (RuntimeException | Error e) {
      var opened = new Resources();
      opened.add(batches);
      opened.closeAfter(e);
      throw e;
    }
  }

  /** Batches that the device draws where it can, else the host. */
  private SampledBatches<?> batches(
      ShardSampling sampling, Optional<SparseEmbeddings> embeddings, PairWork.BatchContext place) {
    SampledPlan sampled = setup.sampled();
    Backend backend = setup.backend();
    RandomKey key = setup.key("neighbors");
    SeedOrder seeds = sampling.policy().seeds();
    SampledWork work = work(sampling, embeddings, place);
    var onDevice = new ShardOnDevice(services, setup, own);
    Optional<String> obstacle =
        onDevice.obstacle(services.asksOwners(), work.inputReader().isPresent());
    if (obstacle.isPresent()) {
      return SampledBatches.onHost(
          work,
          backend,
          seeds,
          threads(backend),
          sampled.fanouts().layers(),
          sampled.schedule(),
          sampled::stepsRead,
          key,
          obstacle.get());
    }
    DeviceWork there = services.opened(onDevice.open(sampling::likeliest, work));
    return SampledBatches.onDevice(there, backend, seeds, services.rank(), sampled.schedule(), key);
  }

  /**
   * The threads that prepare batches: idle compute threads if rows and neighbours are read in
   * place, else threads of their own.
   */
  private WorkerThreads threads(Backend backend) {
    boolean inPlace = services.transport().sharedProcess().isPresent();
    return new WorkerThreads(
        services.rank(),
        backend.parallelism(),
        inPlace ? backend.spareThreads() : Optional.empty());
  }

  private Companions companions(
      ShardSampling sampling, Optional<SparseEmbeddings> embeddings, SampledBatches<?> batches) {
    List<Companion> companions = new ArrayList<>();
    embeddings.map(EmbeddingCompanion::new).ifPresent(companions::add);
    sampling.nearRows().map(CacheCompanion::new).ifPresent(companions::add);
    companions.add(new SamplingCompanion(sampling.policy()));
    companions.addAll(sampling.companions());
    if (setup.plan().launchesByRule()) {
      companions.add(new LaunchCompanion(batches::takeLaunches));
    }
    return new Companions(companions);
  }

  /**
   * The data that batches are made from; gathers degrees if the schedule or the objective needs
   * them.
   */
  private PairWork.BatchContext place(ShardSampling sampling) {
    boolean asked = setup.sampled().schedule().overlapsStages() || setup.objective().weighsNodes();
    IntUnaryOperator degrees = asked ? services.degrees() : _ -> 0;
    return new PairWork.BatchContext(
        services.ordering(), services.shard(), services.numbering(), sampling::neighbors, degrees);
  }

  /** The sources of all batches. */
  private SampledWork work(
      ShardSampling sampling, Optional<SparseEmbeddings> embeddings, PairWork.BatchContext place) {
    ObjectiveWork objective = setup.objective();
    Model model = setup.model();
    boolean sparse = keepsInputSparse(embeddings);
    WorkerSampling policy = sampling.policy();
    var input =
        new InputWork(
            policy::sampler,
            sampling::batchStore,
            setup.sampled().rows().columns().open(sampling),
            sparse,
            services.numbering(),
            model.norms(),
            place.degrees());
    var seeds =
        new SampledWork.Seeds(
            () -> policy.loss(objective.seedLoss(place)),
            objective.labels().isEmpty(),
            objective.hasNegatives());
    return new SampledWork(
        input,
        seeds,
        embeddings,
        sparse || embeddings.isPresent() || model.multipliesInputFirst(),
        sampling.inputReader(),
        services.counters().times());
  }

  /** Whether batches hold of feature rows the elements that are not zero. */
  private boolean keepsInputSparse(Optional<SparseEmbeddings> embeddings) {
    return own.multiplySparse()
        && embeddings.isEmpty()
        && setup.model().hasWeights()
        && setup.sampled().rows().columns().absent() == Absent.ZERO;
  }

  /** Seeds of all workers. */
  private int count(PairWork.Seeds seeds) {
    int here = seeds.all().length;
    return seeds.isShare() ? Math.toIntExact(Arrays.stream(services.gather(here)).sum()) : here;
  }

  private SparseEmbeddings embeddings(EmbeddingSpec spec) {
    var table =
        EmbeddingTable.create(
            services.shard(),
            spec,
            services.numbering(),
            setup.key("embeddings"),
            setup.threads(),
            services.memory());
    return services.opened(
        new SparseEmbeddings(
            table,
            spec.update(),
            services.book(),
            services.numbering(),
            services.workers(),
            services.requests(),
            setup.sampled().rows().codec(),
            services.counters().reads()));
  }
}
