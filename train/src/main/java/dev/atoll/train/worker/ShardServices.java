package dev.atoll.train.worker;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Service;
import dev.atoll.comm.Transport;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.partition.shard.DividedShards;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.ShardSource;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.shard.NeededRows;
import dev.atoll.train.batch.shard.ShardBatch;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.cost.Timeline;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.exchange.BufferBytes;
import dev.atoll.train.halo.exchange.ExchangeContext;
import dev.atoll.train.halo.exchange.HaloExchange;
import dev.atoll.train.halo.exchange.LayerPlans;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.model.Model;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.RowService;
import dev.atoll.train.store.ShardedStore;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A worker's shard, and its connections to the shards of other workers: made once when the worker
 * joins, for everything that it opens. A worker first {@linkplain #serve(OwnedRows, RowCodec, int)
 * serves} its rows and then reads those of others: the barrier inside lets no worker ask another
 * that does not answer yet.
 */
final class ShardServices implements AutoCloseable {
  private static final int FEWEST_SERVICE_THREADS = 2;
  private static final int MOST_SERVICE_THREADS = 8;

  private final Transport transport;
  private final ShardSource parts;
  private final int trainers;
  private final ShardSource shards;
  private final Communicator workers;
  private final Communicator carrier;
  private final Requests requests;
  private final WorkerCounters counters;
  private final BufferBytes bufferBytes = new BufferBytes();
  private final Arena memory = Arena.ofShared();
  private final Shard shard;
  private final NodeNumbering numbering;
  private final Ordering ordering;
  private final String digest;
  private final Resources opened = new Resources();
  private LocalNeighbors allNeighbors;

  /**
   * @param parts of the graph
   * @param trainers workers of every part
   */
  ShardServices(Transport transport, ShardSource parts, int trainers) throws IOException {
    this.transport = transport;
    this.parts = parts;
    this.trainers = trainers;
    this.shards = DividedShards.of(parts, trainers);
    this.workers = Communicator.on(transport);
    this.carrier = Communicator.on(transport, 1);
    this.requests = new Requests(transport, serviceThreads(transport.size()));
    this.counters = new WorkerCounters(transport.rank(), trainers);
    try {
      this.shard = shards.shard(transport.rank(), memory);
      this.numbering = shards.numbering(memory);
      this.ordering = shards.ordering();
      this.digest = shards.digest();
      requireSameShards();
    } catch (IOException | RuntimeException | Error e) {
      all().closeAfter(e);
      throw e;
    }
  }

  /** A worker's share of this machine's cores, if all were here. */
  private static int serviceThreads(int workers) {
    return Math.clamp(Parallel.allCores() / workers, FEWEST_SERVICE_THREADS, MOST_SERVICE_THREADS);
  }

  /** Requires that all workers use the node numbers of one partition. */
  private void requireSameShards() {
    List<byte[]> digests =
        workers.allGather(Purpose.CONTROL, digest.getBytes(StandardCharsets.UTF_8));
    for (int rank = 0; rank < digests.size(); rank++) {
      if (!Arrays.equals(digests.get(rank), digests.getFirst())) {
        throw new BadDataException(
            "rank %d has shards of another cut than rank 0: give all workers the same folder of shards"
                .formatted(rank));
      }
    }
  }

  /** Answers requests; the timeline shows it under a name. */
  void serve(int service, String name, Requests.Handler handler) {
    requests.serve(
        service,
        (peer, request, answer) -> {
          long begun = System.nanoTime();
          handler.answer(peer, request, answer);
          counters.times().note("answer", name, Timeline.NO_STEP, begun, System.nanoTime());
        });
  }

  /** Answers requests of other workers, once all are ready. */
  void serve(OwnedRows own, RowCodec codec, int threads) {
    int service = Service.FEATURE_ROWS.number();
    serve(service, "answer rows", new RowService(own, codec, threads));
    workers.barrier();
  }

  /** A store of all workers' feature rows. */
  ShardedStore store(OwnedRows own, RowCodec codec, int threads) {
    return store(own, codec, counters.reads()::addOf, threads);
  }

  /** A store of all workers' feature rows, which counts its reads. */
  ShardedStore store(OwnedRows own, RowCodec codec, ReadCounts.ByOwner reads, int threads) {
    return store(Service.FEATURE_ROWS.number(), own, codec, reads, threads);
  }

  /** A store of the rows that all workers serve under a number. */
  ShardedStore store(
      int service, OwnedRows own, RowCodec codec, ReadCounts.ByOwner reads, int threads) {
    return new ShardedStore(service, own, book(), transport, requests, codec, reads, threads);
  }

  HaloExchange exchange(LayerPlans halo, ExchangePlan how, Backend backend) {
    return opened(
        new HaloExchange(
            halo,
            how,
            new ExchangeContext(
                workers, carrier, backend, bufferBytes, counters.times(), counters.broadcasts())));
  }

  /**
   * A batch of all core nodes of a shard with all their neighbours, whose halo comes exactly.
   *
   * @param rows the order of core nodes, and the rows that training needs
   */
  ShardBatch batch(
      DeviceMemory device,
      Shard of,
      NeededRows rows,
      FeatureStore features,
      Optional<SparseEmbeddings> embeddings,
      ShardBatch.Use use) {
    return new ShardBatch(
        device,
        of,
        rows,
        numbering,
        features,
        embeddings,
        exchange(LayerPlans.same(rows.all()), ExchangePlan.EXACT, device.backend()),
        use);
  }

  /** The form in which a model reads the given input rows. */
  static ShardBatch.Input input(Model model, OwnedRows rows) {
    if (rows.multiplySparse() && model.hasWeights()) {
      return ShardBatch.Input.NON_ZEROS;
    }
    if (model.readsSumsAlone()) {
      return ShardBatch.Input.SUMS_ALONE;
    }
    return model.sumsInput() ? ShardBatch.Input.SUMS : ShardBatch.Input.ROWS;
  }

  /** Whether neighbours of some nodes are with other workers only. */
  boolean asksOwners() {
    return shards.topology() == Topology.PARTITIONED && transport.size() > 1;
  }

  /** The neighbours of all nodes, where all workers and shards are in this process. */
  Optional<LocalNeighbors> allNeighbors() {
    if (transport.sharedProcess().isEmpty() || !shards.isComplete()) {
      return Optional.empty();
    }
    if (allNeighbors == null) {
      List<Shard> all = IntStream.range(0, parts.book().parts()).mapToObj(this::part).toList();
      allNeighbors = LocalNeighbors.joined(all, numbering);
    }
    return Optional.of(allNeighbors);
  }

  private Shard part(int part) {
    return trainers == 1 && part == shard.part() ? shard : read(parts, "part", part);
  }

  /** The shard of another worker, from the same folder. */
  Shard shardOf(int rank) {
    return read(shards, "rank", rank);
  }

  private Shard read(ShardSource from, String of, int number) {
    try {
      return from.shard(number, memory);
    } catch (IOException e) {
      throw new UncheckedIOException("the shard of %s %d".formatted(of, number), e);
    }
  }

  /** Nodes by their numbers after partitioning, ascending. */
  long[] renumbered(long[] nodes) {
    return Arrays.stream(nodes).map(node -> ordering.newOf((int) node)).sorted().toArray();
  }

  /** The dataset's own numbers of the core nodes. */
  long[] coreIds() {
    int first = book().first(shard.part());
    return IntStream.range(0, shard.coreCount())
        .mapToLong(row -> numbering.original(first + row))
        .toArray();
  }

  /** In-degrees of all nodes, gathered from all workers; four bytes a node. */
  IntUnaryOperator degrees() {
    MemorySegment degrees = memory.allocate(JAVA_INT, Math.max(1, book().nodeCount()));
    int first = book().first(shard.part());
    for (int i = 0; i < shard.coreCount(); i++) {
      degrees.setAtIndex(JAVA_INT, first + i, Math.toIntExact(shard.inDegree(first + i)));
    }
    gather(degrees, Integer.BYTES);
    return node -> degrees.getAtIndex(JAVA_INT, node);
  }

  /** Gathers values of all nodes, of which every worker has those of its own. */
  void gather(MemorySegment values, int bytesPerNode) {
    long[] offsets = book().firstNodes().stream().mapToLong(f -> (long) f * bytesPerNode).toArray();
    workers.allGather(Purpose.CONTROL, values, offsets);
  }

  /** A figure of every worker. */
  long[] gather(long own) {
    return workers.allGather(Purpose.CONTROL, own);
  }

  Transport transport() {
    return transport;
  }

  int rank() {
    return transport.rank();
  }

  Communicator workers() {
    return workers;
  }

  Requests requests() {
    return requests;
  }

  WorkerCounters counters() {
    return counters;
  }

  Shard shard() {
    return shard;
  }

  /** The shards of all workers. */
  ShardSource shards() {
    return shards;
  }

  PartitionBook book() {
    return shards.book();
  }

  String digest() {
    return digest;
  }

  /** Workers of every part. */
  int trainers() {
    return trainers;
  }

  /** The dataset's own numbers of all nodes, by their numbers after partitioning. */
  NodeNumbering numbering() {
    return numbering;
  }

  Ordering ordering() {
    return ordering;
  }

  /** Lives as long as the worker. */
  Arena memory() {
    return memory;
  }

  /** Closes a resource with the worker. */
  <T extends AutoCloseable> T opened(T resource) {
    return opened.add(resource);
  }

  /** Ends this worker's services; the transport stays open. */
  @Override
  public void close() {
    all().close();
  }

  /** Requests end first: they are answered from everything else. */
  private Resources all() {
    var all = new Resources();
    all.add(memory);
    all.add(workers);
    all.add(carrier);
    all.add(opened);
    all.add(requests);
    return all;
  }
}
