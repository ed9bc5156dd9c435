package dev.atoll.train.worker;

import dev.atoll.comm.Requests;
import dev.atoll.comm.Service;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.shard.GradientEdges;
import dev.atoll.train.batch.shard.NeededRows;
import dev.atoll.train.batch.shard.ShardBatch;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.inference.output.LayerwiseOutputs;
import dev.atoll.train.inference.output.NodeOutputs;
import dev.atoll.train.inference.output.ResidentOutputs;
import dev.atoll.train.model.Model;
import dev.atoll.train.store.DenseStoredRows;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.RowService;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Inference on shards: resident where all workers have memory for it, layer by layer elsewhere.
 * Opened when outputs are first requested.
 */
final class ShardInference implements NodeOutputs {
  /** The most memory that inference may take on the host. */
  private static final long HOST_BYTES = 512L << 20;

  /** Inference takes at most one part in this many of a device's free memory. */
  private static final int SHARE = 4;

  private final ShardServices services;
  private final DeviceMemory device;
  private final Model model;
  private final OwnedRows own;
  private final Optional<SparseEmbeddings> embeddings;
  private final HaloPlan halo;
  private final RowCodec codec;
  private Optional<NodeOutputs> opened = Optional.empty();

  /** Serves the rows of the current layer to other workers. */
  private volatile Requests.Handler served;

  ShardInference(
      ShardServices services,
      DeviceMemory device,
      Model model,
      OwnedRows own,
      Optional<SparseEmbeddings> embeddings,
      HaloPlan halo,
      RowCodec codec) {
    this.services = services;
    this.device = device;
    this.model = model;
    this.own = own;
    this.embeddings = embeddings;
    this.halo = halo;
    this.codec = codec;
  }

  private int inputs() {
    return own.width() + embeddings.map(SparseEmbeddings::width).orElse(0);
  }

  @Override
  public int width(Kind kind) {
    return kind == Kind.OUTPUTS
        ? model.outputWidth(inputs())
        : model.widthAfter(model.embeddingRounds(), inputs());
  }

  @Override
  public void write(Kind kind, int[] rows, Workspace workspace, MemorySegment into) {
    if (opened.isEmpty()) {
      opened = Optional.of(open());
    }
    opened.get().write(kind, rows, workspace, into);
  }

  private NodeOutputs open() {
    long fits = residentBytes() <= mostResident(device.backend()) ? 1 : 0;
    return Arrays.stream(services.gather(fits)).anyMatch(fit -> fit == 0)
        ? layerwise()
        : resident();
  }

  private static long mostResident(Backend backend) {
    long free = backend.freeBytes() / SHARE;
    return backend.device().kind() == Device.Kind.CPU ? Math.min(HOST_BYTES, free) : free;
  }

  /** Estimates the memory that {@link ResidentOutputs} takes. */
  private long residentBytes() {
    Shard shard = services.shard();
    long core = shard.coreCount();
    long rows = core + shard.haloCount();
    long edges = shard.rows().edgeCount();
    long sums = input().isSummed() ? model.norms().size() : 0;
    long input = (sums > 0 ? core * (1 + sums) : rows) * inputs() * Float.BYTES;
    long widest =
        IntStream.rangeClosed(1, model.rounds())
            .map(round -> model.widthAfter(round, inputs()))
            .max()
            .orElse(inputs());
    long hidden = 3 * rows * widest * Float.BYTES;
    return input + hidden + model.norms().size() * (8 * edges + 16 * rows) + 16 * rows;
  }

  private ShardBatch.Input input() {
    return ShardServices.input(model, own);
  }

  private NodeOutputs resident() {
    Shard shard = services.shard();
    var use = new ShardBatch.Use(model.norms(), input(), GradientEdges.NONE);
    ShardBatch whole =
        services.batch(
            device,
            shard,
            NeededRows.all(shard, halo),
            services.store(own, codec, device.backend().parallelism()),
            embeddings,
            use);
    return ResidentOutputs.byRow(model, whole, device.backend(), inputs());
  }

  private NodeOutputs layerwise() {
    int threads = device.backend().parallelism();
    services.serve(
        Service.HIDDEN_ROWS.number(),
        "answer hidden rows",
        (peer, request, answer) -> served.answer(peer, request, answer));
    return new LayerwiseOutputs(
        model,
        device.backend(),
        new LayerwiseOutputs.ShardRows(
            services.shard(),
            halo,
            services.workers(),
            services.store(own, codec, threads),
            embeddings,
            input(),
            rows -> hidden(rows, threads)));
  }

  /**
   * Opens a store of a layer's rows. Between the two barriers no worker reads: neither the previous
   * layer's rows, which may be released, nor the new ones, which are not served yet.
   */
  private FeatureStore hidden(DenseStoredRows rows, int threads) {
    Shard shard = services.shard();
    OwnedRows table = OwnedRows.withoutDegrees(shard.book().first(shard.part()), rows);
    int service = Service.HIDDEN_ROWS.number();
    services.workers().barrier();
    served = new RowService(table, RowCodec.fp32(), threads);
    services
        .transport()
        .sharedProcess()
        .ifPresent(process -> process.offer(services.rank(), service, table));
    services.workers().barrier();
    return services.store(
        service, table, RowCodec.fp32(), services.counters().reads()::addOf, threads);
  }

  @Override
  public long heldBytes() {
    return opened.map(NodeOutputs::heldBytes).orElse(0L);
  }

  @Override
  public void close() {
    opened.ifPresent(NodeOutputs::close);
  }
}
