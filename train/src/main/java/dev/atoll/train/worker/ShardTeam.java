package dev.atoll.train.worker;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Service;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Ordering;
import dev.atoll.graph.Parallel;
import dev.atoll.graph.partition.shard.DividedShards;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.ShardSource;
import dev.atoll.graph.partition.shard.SingleShard;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.shard.GradientEdges;
import dev.atoll.train.batch.shard.NeededRows;
import dev.atoll.train.batch.shard.ShardBatch;
import dev.atoll.train.cost.Timeline;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.Evaluator;
import dev.atoll.train.evaluate.GatheringEvaluator;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.evaluate.Outputs;
import dev.atoll.train.halo.BufferBytes;
import dev.atoll.train.halo.ExchangeContext;
import dev.atoll.train.halo.ExchangePlan;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.LayerPlans;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.exchange.HaloExchange;
import dev.atoll.train.inference.output.NodeOutputs;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.RequiredData;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.store.MappedRows;
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
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Workers that each own a shard: features and neighbours of a node live with its owner. */
public final class ShardTeam extends Team {
  private static final int FEWEST_SERVICE_THREADS = 2;
  private static final int MOST_SERVICE_THREADS = 8;

  private final Transport transport;
  private final ShardSource parts;
  private final ShardSource shards;
  private final int trainers;
  private final Requests requests;
  private final Communicator carrier;
  private final BufferBytes bufferBytes = new BufferBytes();
  private final Arena memory = Arena.ofShared();
  private final Shard shard;
  private final NodeNumbering numbering;
  private final Ordering ordering;
  private final String digest;
  private final Resources opened = new Resources();
  private LocalNeighbors allNeighbors;

  private ShardTeam(Transport transport, ShardSource parts, int trainers, boolean sharedProcess)
      throws IOException {
    super(Communicator.on(transport), trainers, sharedProcess);
    this.transport = transport;
    this.parts = parts;
    this.trainers = trainers;
    this.shards = DividedShards.of(parts, trainers);
    this.carrier = Communicator.on(transport, 1);
    this.requests = new Requests(transport, serviceThreads(transport.size()));
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
        workers().allGather(Purpose.CONTROL, digest.getBytes(StandardCharsets.UTF_8));
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
  public static ShardTeam join(Transport transport, ShardSource shards, boolean sharedProcess)
      throws IOException {
    return join(transport, shards, 1, sharedProcess);
  }

  /**
   * Joins a team with several workers for each shard, which have consecutive ranks.
   *
   * @param trainers workers of every shard
   */
  public static ShardTeam join(
      Transport transport, ShardSource shards, int trainers, boolean sharedProcess)
      throws IOException {
    if (shards.book().parts() * trainers != transport.size()) {
      throw new BadDataException(
          "there are %d shards of %d trainers each for %d workers; cut the dataset into %d parts"
              .formatted(
                  shards.book().parts(), trainers, transport.size(), transport.size() / trainers));
    }
    return new ShardTeam(transport, shards, trainers, sharedProcess);
  }

  /** A team of one worker, whose shard is the whole graph in its own memory. */
  public static ShardTeam single(CsrGraph graph) {
    Transport transport = LocalTransport.group(1, Limits.DEFAULT).getFirst();
    try {
      ShardTeam team = join(transport, new SingleShard(graph), true);
      team.opened(transport);
      return team;
    } catch (IOException e) {
      throw new UncheckedIOException("a graph in memory is read without files", e);
    }
  }

  @Override
  public Workload workload(
      WorkerData data,
      DeviceMemory device,
      TrainingPlan plan,
      Model model,
      ObjectiveWork objective) {
    if (data.nodeCount() != shards.book().nodeCount()) {
      throw new BadDataException(
          "the shards are of a graph of %d nodes, dataset %s has %d: cut this dataset"
              .formatted(shards.book().nodeCount(), data.name(), data.nodeCount()));
    }
    FeatureRows features = RequiredData.rows(data, plan);
    OwnedRows own = OwnedRows.read(shard, features, numbers(data), memory);
    offer(own, features, data, plan);
    HaloPlan halo = HaloPlan.agree(shard, workers());
    return plan.sampled().isPresent()
        ? new SampledShardWork(this, data, device, plan, model, objective).open(own, halo)
        : new FullShardWork(this, data, device, plan, model).open(own, halo);
  }

  /** The outputs of a trained model for the nodes of this worker; all workers open theirs. */
  public NodeOutputs outputs(WorkerData data, DeviceMemory device, TrainingPlan plan, Model model) {
    FeatureRows features = RequiredData.rows(data, plan);
    OwnedRows own = OwnedRows.read(shard, features, numbers(data), memory);
    offer(own, features, data, plan);
    serve(own, RowCodec.fp32(), device.backend().parallelism());
    HaloPlan halo = HaloPlan.agree(shard, workers());
    return new ShardInference(this, device, model, own, Optional.empty(), halo, RowCodec.fp32());
  }

  /** The dataset's own numbers of the core nodes. */
  public long[] coreIds() {
    int first = shards.book().first(shard.part());
    return IntStream.range(0, shard.coreCount())
        .mapToLong(row -> numbering.original(first + row))
        .toArray();
  }

  /** The numbers of nodes among the features. */
  private NodeNumbering numbers(WorkerData data) {
    return data.featuresFollowShard() ? NodeNumbering.identity(data.nodeCount()) : numbering;
  }

  /**
   * A batch of all core nodes with all their neighbours, for evaluation.
   *
   * @param rows the order of core nodes, and the rows that training needs
   */
  ShardBatch evaluationBatch(
      DeviceMemory device,
      Model model,
      OwnedRows own,
      Optional<SparseEmbeddings> embeddings,
      NeededRows rows,
      RowCodec codec,
      GradientEdges gradients) {
    return new ShardBatch(
        device,
        shard,
        rows,
        numbering,
        store(own, codec, device.backend().parallelism()),
        embeddings,
        exchange(LayerPlans.same(rows.all()), ExchangePlan.EXACT, device.backend()),
        new ShardBatch.Use(model.norms(), input(model, own), gradients));
  }

  /** The form in which the model reads the given input rows. */
  static ShardBatch.Input input(Model model, OwnedRows rows) {
    if (rows.multiplySparse() && model.hasWeights()) {
      return ShardBatch.Input.NON_ZEROS;
    }
    if (model.readsSumsAlone()) {
      return ShardBatch.Input.SUMS_ALONE;
    }
    return model.sumsInput() ? ShardBatch.Input.SUMS : ShardBatch.Input.ROWS;
  }

  HaloExchange exchange(LayerPlans halo, ExchangePlan how, Backend backend) {
    return opened(
        new HaloExchange(
            halo,
            how,
            new ExchangeContext(workers(), carrier, backend, bufferBytes, times(), broadcasts())));
  }

  /** Answers requests; the timeline shows it under a name. */
  void serve(int service, String name, Requests.Handler handler) {
    requests.serve(
        service,
        (peer, request, answer) -> {
          long begun = System.nanoTime();
          handler.answer(peer, request, answer);
          times().note("answer", name, Timeline.NO_STEP, begun, System.nanoTime());
        });
  }

  /** Answers requests of other workers, once all are ready. */
  void serve(OwnedRows own, RowCodec codec, int threads) {
    int service = Service.FEATURE_ROWS.number();
    serve(service, "answer rows", new RowService(own, codec, threads));
    workers().barrier();
  }

  /** Lets workers of this process or machine read rows in place, without requests. */
  private void offer(OwnedRows own, FeatureRows features, WorkerData data, TrainingPlan plan) {
    int service = Service.FEATURE_ROWS.number();
    transport
        .sharedProcess()
        .ifPresent(
            process -> {
              process.offer(transport.rank(), service, own);
              if (!process.sharesMemory() && shards.isComplete()) {
                IntStream.range(0, transport.size())
                    .filter(rank -> rank != transport.rank())
                    .forEach(
                        peer ->
                            mapped(peer, features, data, plan)
                                .ifPresent(rows -> process.offer(peer, service, rows)));
              }
            });
  }

  private Optional<MappedRows> mapped(
      int peer, FeatureRows features, WorkerData data, TrainingPlan plan) {
    return data.ofPart(peer / trainers)
        .flatMap(
            theirs ->
                MappedRows.of(
                    dividedShardOf(peer),
                    theirs == data ? features : RequiredData.rows(theirs, plan),
                    numbers(theirs)));
  }

  private Shard dividedShardOf(int rank) {
    try {
      return shards.shard(rank, memory);
    } catch (IOException e) {
      throw new UncheckedIOException("the shard of rank %d".formatted(rank), e);
    }
  }

  /** A store of all workers' feature rows. */
  ShardedStore store(OwnedRows own, RowCodec codec, int threads) {
    return store(Service.FEATURE_ROWS.number(), own, codec, threads);
  }

  /** A store of the rows that all workers serve under a number. */
  ShardedStore store(int service, OwnedRows own, RowCodec codec, int threads) {
    return new ShardedStore(
        service, own, shards.book(), transport, requests, codec, reads(), threads);
  }

  /** The neighbours of all nodes, where all workers and shards are in this process. */
  Optional<LocalNeighbors> allNeighbors() {
    if (transport.sharedProcess().isEmpty() || !shards.isComplete()) {
      return Optional.empty();
    }
    if (allNeighbors == null) {
      List<Shard> all = IntStream.range(0, parts.book().parts()).mapToObj(this::shardOf).toList();
      allNeighbors = LocalNeighbors.joined(all, numbering);
    }
    return Optional.of(allNeighbors);
  }

  private Shard shardOf(int part) {
    try {
      return trainers == 1 && part == shard.part() ? shard : parts.shard(part, memory);
    } catch (IOException e) {
      throw new UncheckedIOException("the shard of part %d".formatted(part), e);
    }
  }

  /** Nodes by their numbers after partitioning, ascending. */
  long[] renumbered(long[] nodes) {
    return Arrays.stream(nodes).map(node -> ordering.newOf((int) node)).sorted().toArray();
  }

  /** In-degrees of all nodes, gathered from all workers; four bytes a node. */
  IntUnaryOperator degrees() {
    PartitionBook book = shards.book();
    MemorySegment degrees = memory.allocate(JAVA_INT, Math.max(1, book.nodeCount()));
    long[] offsets = book.firstNodes().stream().mapToLong(first -> first * Integer.BYTES).toArray();
    for (int i = 0; i < shard.coreCount(); i++) {
      int node = book.first(shard.part()) + i;
      degrees.setAtIndex(JAVA_INT, node, Math.toIntExact(shard.inDegree(node)));
    }
    workers().allGather(Purpose.CONTROL, degrees, offsets);
    return node -> degrees.getAtIndex(JAVA_INT, node);
  }

  @Override
  public String shardsDigest() {
    return digest;
  }

  Transport transport() {
    return transport;
  }

  ShardSource shards() {
    return shards;
  }

  /** Workers of every part. */
  int trainers() {
    return trainers;
  }

  Requests requests() {
    return requests;
  }

  Shard shard() {
    return shard;
  }

  /** The dataset's own numbers of all nodes, by their numbers after partitioning. */
  NodeNumbering numbering() {
    return numbering;
  }

  Ordering ordering() {
    return ordering;
  }

  /** Lives as long as this worker's part in the run. */
  Arena memory() {
    return memory;
  }

  @Override
  public Evaluator evaluator(
      ObjectiveWork objective, long[] ids, Optional<PairWork.BatchContext> place) {
    return objective.evaluator(new ShardOutputs(ids, objective.outputs()), place);
  }

  private final class ShardOutputs implements Outputs {
    private final long[] ids;
    private final int width;

    ShardOutputs(long[] ids, int width) {
      this.ids = ids;
      this.width = width;
    }

    @Override
    public Communicator workers() {
      return ShardTeam.this.workers();
    }

    @Override
    public long[] ids() {
      return ids;
    }

    @Override
    public Evaluator inOnePlace(Function<long[], Evaluator> scorer) {
      long[] all = idsOfAll(ids);
      return new GatheringEvaluator(
          workers(), shards.book(), width, isLead() ? scorer.apply(all) : null);
    }
  }

  /** The nodes of all workers' rows, one worker after the other. */
  private long[] idsOfAll(long[] own) {
    PartitionBook book = shards.book();
    long[] all = new long[book.nodeCount()];
    System.arraycopy(own, 0, all, book.first(shard.part()), own.length);
    long[] offsets = book.firstNodes().stream().mapToLong(first -> first * Long.BYTES).toArray();
    workers().allGather(Purpose.CONTROL, MemorySegment.ofArray(all), offsets);
    return all;
  }

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
    all.add(workers());
    all.add(carrier);
    all.add(opened);
    all.add(requests);
    return all;
  }
}
