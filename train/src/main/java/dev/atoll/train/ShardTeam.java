package dev.atoll.train;

import dev.atoll.comm.Communicator;
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
import dev.atoll.train.feature.EmbeddingSpec;
import dev.atoll.train.feature.EmbeddingTable;
import dev.atoll.train.feature.FeatureRows;
import dev.atoll.train.feature.FeatureStore;
import dev.atoll.train.feature.OwnedRows;
import dev.atoll.train.feature.RowService;
import dev.atoll.train.feature.ShardedStore;
import dev.atoll.train.feature.SparseEmbeddings;
import dev.atoll.train.model.Model;
import dev.atoll.train.sample.PickService;
import dev.atoll.train.sample.ShardedNeighbors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
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
    var features = new FeatureRows(Needed.features(dataset, plan), plan.scaling());
    OwnedRows own = OwnedRows.read(shard, features, originalIds, memory);
    Backend backend = device.backend();
    NeighborSource neighbors =
        LocalNeighbors.of(shard, originalIds).withThreads(backend.parallelism());
    RandomKey root = RandomKey.ofSeed(plan.seed());
    Optional<SparseEmbeddings> embeddings =
        sampled
            .embeddings()
            .map(
                spec -> embeddings(spec, sampled, root.child("embeddings"), backend.parallelism()));
    serve(own, neighbors, sampled);
    var work =
        new SampledWork(
            () -> sampler(neighbors, sampled),
            () -> store(own, sampled, backend.parallelism()),
            embeddings,
            new Objective.Source(Needed.labels(dataset), backend),
            originalIds,
            model.norms(),
            times());
    long[] seeds = seeds(dataset, plan.split());
    var schedule =
        new SeedSchedule(
            seeds, shards.book(), sampled.batch(), sampled.shuffle(), root.child("seeds"));
    var batches =
        new SampledBatches(
            work, backend, schedule, transport.rank(), sampled.ahead(), root.child("neighbors"));
    var exchange =
        opened(new HaloExchange(HaloPlan.agree(shard, workers()), workers(), backend, times()));
    var whole =
        new ShardBatch(
            device,
            shard,
            originalIds,
            store(own, sampled, backend.parallelism()),
            embeddings,
            exchange,
            model.norms());
    return new Workplace(batches, whole, whole.ids(), seeds.length, embeddings);
  }

  private SparseEmbeddings embeddings(
      EmbeddingSpec spec, SampledPlan sampled, RandomKey key, int threads) {
    var table = EmbeddingTable.create(shard, spec, originalIds, key, threads, memory);
    return opened(
        new SparseEmbeddings(
            table,
            spec.update(),
            shards.book(),
            originalIds,
            workers(),
            requests,
            sampled.codec(),
            reads()));
  }

  private void serve(OwnedRows own, NeighborSource neighbors, SampledPlan sampled) {
    requests.serve(ShardedStore.FEATURES, new RowService(own, sampled.codec()));
    if (asksForNeighbors()) {
      requests.serve(ShardedNeighbors.SERVICE, opened(new PickService(neighbors)));
    }
    workers().barrier();
  }

  private boolean asksForNeighbors() {
    return shards.topology() == Topology.PARTITIONED && transport.size() > 1;
  }

  private Sampler sampler(NeighborSource own, SampledPlan sampled) {
    NeighborSource source =
        asksForNeighbors()
            ? opened(new ShardedNeighbors(own, shards.book(), transport, requests))
            : own;
    return sampled.fused()
        ? new FusedSampler(source, sampled.fanouts())
        : new UnfusedSampler(source, sampled.fanouts());
  }

  private FeatureStore store(OwnedRows own, SampledPlan sampled, int threads) {
    return new ShardedStore(
        ShardedStore.FEATURES,
        own,
        shards.book(),
        transport,
        requests,
        sampled.codec(),
        reads(),
        threads);
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
