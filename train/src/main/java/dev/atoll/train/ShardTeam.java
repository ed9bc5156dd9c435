package dev.atoll.train;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Transport;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Ordering;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.ShardFolder;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.UnfusedSampler;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.Objective;
import dev.atoll.train.batch.SampledBatches;
import dev.atoll.train.batch.SampledWork;
import dev.atoll.train.batch.SeedSchedule;
import dev.atoll.train.batch.ShardBatch;
import dev.atoll.train.exchange.HaloExchange;
import dev.atoll.train.exchange.HaloPlan;
import dev.atoll.train.feature.FeatureRows;
import dev.atoll.train.feature.FeatureStore;
import dev.atoll.train.feature.OwnedRows;
import dev.atoll.train.feature.RowService;
import dev.atoll.train.feature.ShardedStore;
import dev.atoll.train.model.Model;
import dev.atoll.train.sample.BorrowedRows;
import dev.atoll.train.sample.PickService;
import dev.atoll.train.sample.ShardedNeighbors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Workers that each own a shard: features and neighbours of a node live with its owner. */
public final class ShardTeam extends Team {
  private static final int SERVICE_THREADS = 2;

  private final Transport transport;
  private final ShardFolder shards;
  private final Requests requests;
  private final Arena memory = Arena.ofShared();
  private final Shard shard;
  private final MemorySegment originalIds;
  private final Ordering ordering;
  private final ConcurrentLinkedDeque<AutoCloseable> opened = new ConcurrentLinkedDeque<>();

  private ShardTeam(Transport transport, ShardFolder shards, boolean sharedProcess)
      throws IOException {
    super(Communicator.on(transport), sharedProcess);
    this.transport = transport;
    this.shards = shards;
    this.requests = new Requests(transport, SERVICE_THREADS);
    this.shard = shards.shard(transport.rank(), memory);
    this.originalIds = shards.originalIds(memory);
    this.ordering = shards.ordering();
    requireSameShards();
  }

  /** All workers speak of nodes by the numbers that one cut gave them. */
  private void requireSameShards() throws IOException {
    List<byte[]> digests =
        workers().allGather(Purpose.CONTROL, shards.digest().getBytes(StandardCharsets.UTF_8));
    for (int rank = 0; rank < digests.size(); rank++) {
      if (!Arrays.equals(digests.get(rank), digests.getFirst())) {
        throw new BadDataException(
            "rank %d has shards of another cut than rank 0: give all workers the same folder of shards"
                .formatted(rank));
      }
    }
  }

  /**
   * Joins the workers of a transport, each with the shard of its rank.
   *
   * @param sharedProcess whether all workers are threads of this process
   */
  public static ShardTeam join(Transport transport, ShardFolder shards, boolean sharedProcess)
      throws IOException {
    if (shards.book().parts() != transport.size()) {
      throw new BadDataException(
          "there are %d shards for %d workers; cut the dataset into as many parts as there are workers"
              .formatted(shards.book().parts(), transport.size()));
    }
    return new ShardTeam(transport, shards, sharedProcess);
  }

  @Override
  Workplace workplace(Dataset dataset, DeviceMemory device, TrainingPlan plan, Model model) {
    if (dataset.graph().nodeCount() != shards.book().nodeCount()) {
      throw new BadDataException(
          "the shards are of a graph of %d nodes, dataset %s has %d: cut this dataset"
              .formatted(shards.book().nodeCount(), dataset.name(), dataset.graph().nodeCount()));
    }
    SampledPlan sampled = plan.sampled().orElseThrow();
    var features = new FeatureRows(Needed.features(dataset), plan.scaling());
    OwnedRows own = OwnedRows.read(shard, features, originalIds, memory);
    Backend backend = device.backend();
    NeighborSource neighbors =
        LocalNeighbors.of(shard, originalIds).withThreads(backend.parallelism());
    serve(own, neighbors, sampled);
    long[] seeds = seeds(dataset, plan.split());
    RandomKey root = RandomKey.ofSeed(plan.seed());
    var schedule =
        new SeedSchedule(
            seeds, shards.book(), sampled.batch(), sampled.shuffle(), root.child("seeds"));
    Optional<BorrowedRows> borrowed = borrowed(schedule, neighbors, backend.parallelism());
    var work =
        new SampledWork(
            () -> sampler(neighbors, borrowed, sampled),
            () -> store(own, sampled),
            new Objective.Source(Needed.labels(dataset), backend),
            originalIds,
            model.norms(),
            times());
    var batches =
        new SampledBatches(
            work, backend, schedule, transport.rank(), sampled.ahead(), root.child("neighbors"));
    var exchange =
        opened(new HaloExchange(HaloPlan.agree(shard, workers()), workers(), backend, times()));
    var whole =
        new ShardBatch(device, shard, originalIds, store(own, sampled), exchange, model.norms());
    return new Workplace(batches, whole, whole.ids(), seeds.length);
  }

  private void serve(OwnedRows own, NeighborSource neighbors, SampledPlan sampled) {
    requests.serve(ShardedStore.SERVICE, new RowService(own, sampled.codec()));
    if (asksForNeighbors()) {
      requests.serve(ShardedNeighbors.SERVICE, opened(new PickService(neighbors)));
    }
    workers().barrier();
  }

  private boolean asksForNeighbors() {
    return shards.topology() == Topology.PARTITIONED && transport.size() > 1;
  }

  /** Neighbours of the seeds that others own, where a worker has the same seeds in all epochs. */
  private Optional<BorrowedRows> borrowed(SeedSchedule schedule, NeighborSource own, int threads) {
    if (!asksForNeighbors() || !schedule.isFixed()) {
      return Optional.empty();
    }
    int[] foreign =
        Arrays.stream(schedule.of(transport.rank(), 0))
            .filter(seed -> shards.book().owner(seed) != transport.rank())
            .mapToInt(Math::toIntExact)
            .sorted()
            .toArray();
    try (var owners = neighbors(own, Optional.empty())) {
      return Optional.of(BorrowedRows.ask(foreign, owners, originalIds, memory, threads));
    }
  }

  private ShardedNeighbors neighbors(NeighborSource own, Optional<BorrowedRows> borrowed) {
    return new ShardedNeighbors(own, shards.book(), transport, requests, borrowed);
  }

  private Sampler sampler(
      NeighborSource own, Optional<BorrowedRows> borrowed, SampledPlan sampled) {
    NeighborSource source = asksForNeighbors() ? opened(neighbors(own, borrowed)) : own;
    return sampled.fused()
        ? new FusedSampler(source, sampled.fanouts())
        : new UnfusedSampler(source, sampled.fanouts());
  }

  private FeatureStore store(OwnedRows own, SampledPlan sampled) {
    return new ShardedStore(own, shards.book(), transport, requests, sampled.codec(), reads());
  }

  /** The training nodes by their numbers after partitioning, ascending. */
  private long[] seeds(Dataset dataset, String split) {
    return Arrays.stream(Needed.seeds(dataset, split))
        .map(node -> ordering.newOf((int) node))
        .sorted()
        .toArray();
  }

  @Override
  Judge judge(Dataset dataset, String split, long[] ids) {
    long[] all = Arrays.stream(ordering.toArray()).asLongStream().toArray();
    Judge scorer = isLead() ? new Scorer(dataset, dataset.split(split), all) : null;
    int classes = Needed.labels(dataset).classes();
    return new GatheringJudge(workers(), shards.book(), classes, scorer);
  }

  private <T extends AutoCloseable> T opened(T resource) {
    opened.push(resource);
    return resource;
  }

  /** Ends what this worker serves; the transport stays open. */
  @Override
  public void close() {
    requests.close();
    for (AutoCloseable resource : opened) {
      closeQuietly(resource);
    }
    workers().close();
    memory.close();
  }

  private static void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("could not close " + resource, e);
    }
  }
}
