package dev.atoll.train.worker;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Service;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Labels;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.train.batch.sampled.DeviceSchedule;
import dev.atoll.train.batch.sampled.InputReader;
import dev.atoll.train.batch.sampled.OwnSchedule;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.batch.sampled.SeedSchedule;
import dev.atoll.train.companion.Companion;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.placement.BatchStore;
import dev.atoll.train.placement.NearRows;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.placement.PlacementPolicy;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.CachedNeighbors;
import dev.atoll.train.sampling.ModelInTraining;
import dev.atoll.train.sampling.PickService;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.SeedKind;
import dev.atoll.train.sampling.WorkerSampling;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.OwnedRows;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sampling of a worker: its policy, and the shard and its peers as the policy sees them.
 *
 * <p>Nodes have their numbers after partitioning.
 */
final class ShardSampling implements SamplingContext {
  private final ShardServices services;
  private final TrainingSetup setup;
  private final OwnedRows own;
  private final PairWork.Seeds seeds;
  private final SampledPlan sampled;
  private final LocalNeighbors ownNeighbors;
  private final ShardPlacement placement;
  private final Map<Class<?>, AutoCloseable> shared = new LinkedHashMap<>();
  private WorkerSampling policy;
  private Caches caches = Caches.NONE;
  private Optional<InputReader> inputReader = Optional.empty();

  /** Data of other workers that are cached here, once all workers answer. */
  private record Caches(Optional<CachedNeighbors> neighbors, Optional<NearRows> rows) {
    static final Caches NONE = new Caches(Optional.empty(), Optional.empty());
  }

  private ShardSampling(
      ShardServices services, TrainingSetup setup, OwnedRows own, PairWork.Seeds seeds) {
    this.services = services;
    this.setup = setup;
    this.own = own;
    this.seeds = seeds;
    this.sampled = setup.sampled();
    this.ownNeighbors =
        LocalNeighbors.of(services.shard(), services.numbering()).withThreads(threadsPerBatch());
    this.placement = new ShardPlacement(services, setup, seeds);
  }

  /**
   * Opens the run's sampling policy and begins to sample; all workers together.
   *
   * <pre>
   *   open    the policy registers the services by which it draws for other workers
   *   serve   all workers answer requests: none asks before this barrier
   *   cache   neighbours of fixed seeds, and the rows that the placement chooses
   *   begin   the policy asks other workers, and finds the caches filled
   * </pre>
   *
   * @param own feature rows of the worker's nodes
   * @param seeds of all workers, or this worker's own
   */
  static ShardSampling open(
      ShardServices services, TrainingSetup setup, OwnedRows own, PairWork.Seeds seeds) {
    var sampling = new ShardSampling(services, setup, own, seeds);
    sampling.openPolicy();
    services.serve(own, setup.sampled().rows().codec(), setup.threads());
    sampling.caches = new Caches(sampling.readNeighbors(), sampling.readRows());
    sampling.policy.begin();
    return sampling;
  }

  private void openPolicy() {
    if (asksOwners()) {
      serve(Service.NEIGHBORS.number(), new PickService(ownNeighbors));
    }
    policy = sampled.sampling().open(this);
  }

  /** Reads the neighbours of seeds that others own, if the seeds are the same in all epochs. */
  private Optional<CachedNeighbors> readNeighbors() {
    if (!asksOwners() || !policy.seeds().isFixed() || !seedKind().areNodes()) {
      return Optional.empty();
    }
    int rank = services.rank();
    int[] remote =
        Arrays.stream(policy.seeds().of(rank, 0))
            .filter(seed -> services.book().owner(seed) != rank)
            .mapToInt(Math::toIntExact)
            .sorted()
            .toArray();
    try (var owners = asking(ownNeighbors, Service.NEIGHBORS.number(), Optional.empty())) {
      return Optional.of(
          CachedNeighbors.ask(remote, owners, numbering(), services.memory(), threads()));
    }
  }

  /** Reads the rows that the placement keeps, before the first step. */
  private Optional<NearRows> readRows() {
    return sampled
        .placement()
        .map(
            plan ->
                NearRows.read(
                    plan,
                    placement.place(policy.seeds()),
                    owners(threadsPerBatch()),
                    own,
                    ordering(),
                    numbering(),
                    services.memory()));
  }

  private FeatureStore owners(int threads) {
    return services.store(own, sampled.rows().codec(), threads);
  }

  /** A store for batches in preparation, which reads rows that are not near from their owners. */
  BatchStore batchStore() {
    int threads = threadsPerBatch();
    return caches
        .rows
        .map(
            near ->
                near.over(
                    reads -> services.store(own, sampled.rows().codec(), reads, threads),
                    services.counters().reads(),
                    threads))
        .orElseGet(() -> BatchStore.of(owners(threads)));
  }

  /** The nodes in the order in which a device keeps their rows, the likeliest in a batch first. */
  int[] likeliest() {
    return placement.ranked(PlacementPolicy.likeliest(), policy.seeds());
  }

  WorkerSampling policy() {
    return policy;
  }

  @Override
  public BatchPlan plan() {
    return sampled;
  }

  @Override
  public long seed() {
    return setup.plan().seed();
  }

  @Override
  public int threads() {
    return setup.threads();
  }

  @Override
  public int threadsPerBatch() {
    return sampled.schedule().threadsPerBatch(threads());
  }

  @Override
  public long runSteps() {
    return (long) setup.plan().epochs().epochs() * policy.seeds().steps();
  }

  @Override
  public Communicator workers() {
    return services.workers();
  }

  @Override
  public Shard shard() {
    return services.shard();
  }

  @Override
  public Ordering ordering() {
    return services.ordering();
  }

  @Override
  public NodeNumbering numbering() {
    return services.numbering();
  }

  @Override
  public CsrGraph graph() {
    return setup.data().graph();
  }

  @Override
  public long[] trainSeeds() {
    return seeds.all();
  }

  @Override
  public SeedKind seedKind() {
    return setup.plan().seedKind();
  }

  @Override
  public SeedOrder seedOrder() {
    SeedOrder order = ordered();
    return sampled
        .placement()
        .filter(plan -> plan.dividesSeeds() && seedKind().areNodes())
        .<SeedOrder>map(plan -> byDevices(order, plan))
        .orElse(order);
  }

  /** Every device trains on the nodes that its placement names. */
  private SeedOrder byDevices(SeedOrder order, PlacementPlan plan) {
    Placement devices = placement.place(order);
    return DeviceSchedule.agree(
        order,
        seed -> devices.trainer(ordering().oldOf((int) seed)).orElseThrow(),
        plan.devices(),
        sampled.batch(),
        workers());
  }

  private SeedOrder ordered() {
    RandomKey key = setup.key("seeds");
    if (!seeds.isShare()) {
      return new SeedSchedule(
          seeds.all(),
          one -> services.book().owner(seeds.node().applyAsLong(one)),
          services.book().parts(),
          services.trainers(),
          sampled.batch(),
          sampled.shuffle(),
          key);
    }
    if (sampled.shuffle() == SeedSchedule.Shuffle.GLOBAL) {
      throw new IllegalArgumentException(
          "shuffle=global: every worker has its own links alone; take local");
    }
    return OwnSchedule.agree(seeds.all(), workers(), sampled.batch(), key);
  }

  @Override
  public LocalNeighbors ownNeighbors() {
    return ownNeighbors;
  }

  @Override
  public boolean asksOwners() {
    return services.asksOwners();
  }

  @Override
  public NeighborSource neighbors() {
    return neighbors(ownNeighbors, Service.NEIGHBORS.number(), caches.neighbors);
  }

  @Override
  public NeighborSource neighbors(
      LocalNeighbors drawn, int service, Optional<CachedNeighbors> cached) {
    return asksOwners() ? opened(asking(drawn, service, cached)) : drawn;
  }

  private ShardedNeighbors asking(
      LocalNeighbors drawn, int service, Optional<CachedNeighbors> cached) {
    Optional<NeighborSource> all =
        service == Service.NEIGHBORS.number()
            ? services.allNeighbors().map(found -> found.withThreads(threadsPerBatch()))
            : Optional.empty();
    return new ShardedNeighbors(
        drawn, services.book(), services.transport(), services.requests(), service, cached, all);
  }

  @Override
  public Optional<CachedNeighbors> cachedNeighbors() {
    return caches.neighbors;
  }

  @Override
  public void serve(int service, PickService picks) {
    services.serve(service, "answer picks", opened(picks));
  }

  @Override
  public OwnedRows ownRows() {
    return own;
  }

  @Override
  public FeatureStore store() {
    return owners(1);
  }

  @Override
  public Optional<NearRows> nearRows() {
    return caches.rows;
  }

  @Override
  public ModelInTraining model() {
    Optional<Labels> labels =
        setup.plan().objective() instanceof Objective.Node
            ? Optional.of(RequiredData.labels(setup.data()))
            : Optional.empty();
    return new ModelInTraining(setup.model(), setup.backend(), labels);
  }

  @Override
  public <T extends AutoCloseable> T opened(T resource) {
    return services.opened(resource);
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> open) {
    return type.cast(shared.computeIfAbsent(type, _ -> opened(open.get())));
  }

  @Override
  public void readInput(InputReader reader) {
    if (inputReader.isPresent()) {
      throw new IllegalStateException(
          "the input of steps is read by %s already".formatted(inputReader.orElseThrow()));
    }
    inputReader = Optional.of(reader);
  }

  /** Reads the input of some steps. */
  Optional<InputReader> inputReader() {
    return inputReader;
  }

  /** Shared instances that are companions. */
  List<Companion> companions() {
    return shared.values().stream()
        .filter(Companion.class::isInstance)
        .map(Companion.class::cast)
        .toList();
  }
}
