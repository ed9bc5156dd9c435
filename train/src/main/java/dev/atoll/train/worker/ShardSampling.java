package dev.atoll.train.worker;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Service;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Ordering;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.sampled.DeviceSchedule;
import dev.atoll.train.batch.sampled.InputReader;
import dev.atoll.train.batch.sampled.OwnSchedule;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.batch.sampled.SeedSchedule;
import dev.atoll.train.companion.Companion;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.model.Model;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.RequiredData;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.CachedNeighbors;
import dev.atoll.train.sampling.ModelInTraining;
import dev.atoll.train.sampling.PickService;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.SeedKind;
import dev.atoll.train.sampling.ShardedNeighbors;
import dev.atoll.train.sampling.WorkerSampling;
import dev.atoll.train.store.CachedRows;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.OwnedRows;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A worker's shard and its peers, as the sampling policy of the run sees them. */
final class ShardSampling implements SamplingContext {
  private final ShardTeam team;
  private final WorkerData data;
  private final DeviceMemory device;
  private final TrainingPlan plan;
  private final Model model;
  private final ObjectiveWork objective;
  private final OwnedRows own;
  private final PairWork.Seeds seeds;
  private final SampledPlan sampled;
  private final LocalNeighbors ownNeighbors;
  private final Map<Class<?>, AutoCloseable> shared = new LinkedHashMap<>();
  private WorkerSampling sampling;
  private Optional<Placement> placed = Optional.empty();
  private Optional<CachedNeighbors> cachedNeighbors = Optional.empty();
  private Optional<CachedRows> cachedRows = Optional.empty();
  private Optional<InputReader> inputReader = Optional.empty();

  /**
   * @param own feature rows of the worker's nodes
   * @param seeds of all workers, or this worker's own
   */
  ShardSampling(
      ShardTeam team,
      WorkerData data,
      DeviceMemory device,
      TrainingPlan plan,
      Model model,
      ObjectiveWork objective,
      OwnedRows own,
      PairWork.Seeds seeds) {
    this.team = team;
    this.data = data;
    this.device = device;
    this.plan = plan;
    this.model = model;
    this.objective = objective;
    this.own = own;
    this.seeds = seeds;
    this.sampled = plan.sampled().orElseThrow();
    this.ownNeighbors =
        LocalNeighbors.of(team.shard(), team.numbering()).withThreads(threadsPerBatch());
  }

  /** Opens the policy, and serves the neighbours of own nodes; all workers together. */
  WorkerSampling open() {
    if (asksOwners()) {
      serve(Service.NEIGHBORS.number(), new PickService(ownNeighbors));
    }
    sampling = sampled.sampling().open(this);
    return sampling;
  }

  /** Caches neighbours of seeds, once all workers answer requests. */
  void cacheNeighbors() {
    if (asksOwners() && sampling.seeds().isFixed() && objective.seedsAreNodes()) {
      cachedNeighbors = Optional.of(remoteSeedNeighbors());
    }
  }

  /** Neighbours of the seeds that others own, which are the same in all epochs. */
  private CachedNeighbors remoteSeedNeighbors() {
    int rank = workers().rank();
    int[] remote =
        Arrays.stream(sampling.seeds().of(rank, 0))
            .filter(seed -> team.shards().book().owner(seed) != rank)
            .mapToInt(Math::toIntExact)
            .sorted()
            .toArray();
    try (var owners = asking(ownNeighbors, Service.NEIGHBORS.number(), Optional.empty())) {
      return CachedNeighbors.ask(remote, owners, numbering(), team.memory(), threads());
    }
  }

  /** Begins to sample, with these rows cached. */
  void begin(Optional<CachedRows> rows) {
    cachedRows = rows;
    sampling.begin();
  }

  @Override
  public BatchPlan plan() {
    return sampled;
  }

  @Override
  public long seed() {
    return plan.seed();
  }

  @Override
  public int threads() {
    return device.backend().parallelism();
  }

  @Override
  public int threadsPerBatch() {
    return sampled.schedule().threadsPerBatch(threads());
  }

  @Override
  public long runSteps() {
    return (long) plan.epochs().epochs() * sampling.seeds().steps();
  }

  @Override
  public Communicator workers() {
    return team.workers();
  }

  @Override
  public Shard shard() {
    return team.shard();
  }

  @Override
  public Ordering ordering() {
    return team.ordering();
  }

  @Override
  public NodeNumbering numbering() {
    return team.numbering();
  }

  @Override
  public CsrGraph graph() {
    return data.graph();
  }

  @Override
  public long[] trainSeeds() {
    return seeds.all();
  }

  @Override
  public SeedKind seedKind() {
    return plan.seedKind();
  }

  @Override
  public SeedOrder seedOrder() {
    SeedOrder order = ordered();
    return sampled
        .placement()
        .filter(plan -> plan.dividesSeeds() && objective.seedsAreNodes())
        .<SeedOrder>map(plan -> byDevices(order, plan))
        .orElse(order);
  }

  /** Every device trains on the nodes that its placement names. */
  private SeedOrder byDevices(SeedOrder order, PlacementPlan plan) {
    Placement placement = place(order);
    return DeviceSchedule.agree(
        order,
        seed -> placement.trainer(ordering().oldOf((int) seed)).orElseThrow(),
        plan.devices(),
        sampled.batch(),
        workers());
  }

  /** The rows that the plan caches; computed once. */
  Placement place(SeedOrder order) {
    if (placed.isEmpty()) {
      placed =
          Optional.of(new ShardPlacement(team, sampled, graph(), seeds, threads()).place(order));
    }
    return placed.orElseThrow();
  }

  /** The nodes that are trained on, by the dataset's numbers, ascending. */
  long[] trainedNodes() {
    return Arrays.stream(seeds.all())
        .map(seed -> ordering().oldOf((int) seeds.node().applyAsLong(seed)))
        .sorted()
        .toArray();
  }

  private SeedOrder ordered() {
    RandomKey key = RandomKey.ofSeed(plan.seed()).child("seeds");
    if (!seeds.isShare()) {
      return new SeedSchedule(
          seeds.all(),
          one -> team.shards().book().owner(seeds.node().applyAsLong(one)),
          team.shards().book().parts(),
          team.trainers(),
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
    return team.shards().topology() == Topology.PARTITIONED && team.transport().size() > 1;
  }

  @Override
  public NeighborSource neighbors() {
    return neighbors(ownNeighbors, Service.NEIGHBORS.number(), cachedNeighbors);
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
            ? team.allNeighbors().map(found -> found.withThreads(threadsPerBatch()))
            : Optional.empty();
    return new ShardedNeighbors(
        drawn, team.shards().book(), team.transport(), team.requests(), service, cached, all);
  }

  @Override
  public Optional<CachedNeighbors> cachedNeighbors() {
    return cachedNeighbors;
  }

  @Override
  public void serve(int service, PickService picks) {
    team.serve(service, "answer picks", opened(picks));
  }

  @Override
  public OwnedRows ownRows() {
    return own;
  }

  @Override
  public FeatureStore store() {
    return team.store(own, sampled.codec(), 1);
  }

  @Override
  public Optional<CachedRows> cachedRows() {
    return cachedRows;
  }

  @Override
  public ModelInTraining model() {
    Optional<Labels> labels =
        plan.objective() instanceof Objective.Node
            ? Optional.of(RequiredData.labels(data))
            : Optional.empty();
    return new ModelInTraining(model, device.backend(), labels);
  }

  @Override
  public <T extends AutoCloseable> T opened(T resource) {
    return team.opened(resource);
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
