package dev.atoll.train.batch.shard;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.exchange.HaloExchange;
import dev.atoll.train.store.Columns;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.HostRows;
import dev.atoll.train.store.NonZeroRows;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A shard as a batch: its core nodes are the targets of every layer, those and the halo its
 * sources. Before each layer but the first, halo rows come from their owners.
 */
public final class ShardBatch implements Batch {
  private final Backend backend;
  private final HaloExchange exchange;

  /** The input rows; a single row if only precomputed sums are read. */
  private final Matrix input;

  private final SparseMatrix sparseInput;
  private final Optional<SparseEmbeddings> embeddings;
  private final MemorySegment nodes;
  private final Buffer rowIds;
  private final ShardEdges edges;
  private final List<ShardEdges> layers;
  private final Map<EdgeNorm, Matrix> inputSums;
  private final long[] ids;
  private final int[] degrees;

  /**
   * The requirements of a model on a shard.
   *
   * @param norms the ways its layers weigh edges
   * @param input how it reads the input rows
   * @param gradients through which edges they go back
   */
  public record Use(Set<EdgeNorm> norms, Input input, GradientEdges gradients) {}

  /** The form in which a model reads the input rows of core and halo nodes. */
  public enum Input {
    /** Row by row. */
    ROWS,
    /** Neighbours' rows only in sums, which are computed once. */
    SUMS,
    /** Only the aggregates are stored; the rows are freed. */
    SUMS_ALONE,
    /** Row by row, for mostly zero elements: only non-zeros are multiplied. */
    NON_ZEROS;

    /** Whether sums over neighbours are computed once. */
    public boolean isSummed() {
      return this == SUMS || this == SUMS_ALONE;
    }
  }

  /**
   * Reads the features of core and halo nodes. All workers open theirs together.
   *
   * @param needed the order of core rows, and where gradients go back the rows of each layer
   * @param embeddings learnable node embeddings, concatenated to the features
   */
  public ShardBatch(
      DeviceMemory memory,
      Shard shard,
      NeededRows needed,
      NodeNumbering numbering,
      FeatureStore store,
      Optional<SparseEmbeddings> embeddings,
      HaloExchange exchange,
      Use use) {
    this.backend = memory.backend();
    this.exchange = exchange;
    this.embeddings = embeddings;
    try (Arena passing = Arena.ofShared()) {
      int core = shard.coreCount();
      this.degrees = new int[core + shard.haloCount()];
      var graph =
          new ShardGraph(shard, needed.order(), needed.haloOrder(), numbering, degrees, passing);
      Input form = embeddings.isEmpty() ? use.input : Input.ROWS;
      boolean sumsInput = form.isSummed();
      int rows = sumsInput ? core : degrees.length;
      this.nodes = MemorySegment.ofArray(IntStream.range(0, rows).map(graph::node).toArray());
      this.sparseInput =
          form == Input.NON_ZEROS ? readNonZeros(memory, store, use.gradients, passing) : null;
      try (var letGo = new DeviceMemory(backend)) {
        boolean keeps = form != Input.SUMS_ALONE;
        Matrix read = sparseInput == null ? readRows(keeps ? memory : letGo, store, rows) : null;
        this.inputSums =
            sumsInput ? InputSums.of(memory, graph, store, degrees, read, use.norms) : Map.of();
        this.input = keeps ? read : memory.matrix(1, read.cols());
      }
      this.ids = LongStream.range(0, core).map(row -> graph.id((int) row)).toArray();
      this.rowIds = rowIds(memory, graph, rows);
      this.edges = ShardEdges.upload(memory, graph, degrees, use.norms);
      this.layers =
          use.gradients == GradientEdges.NONE
              ? List.of()
              : LayerEdges.upload(memory, graph, edges, needed, degrees, use, sumsInput);
    }
  }

  private Matrix readRows(DeviceMemory memory, FeatureStore store, int rows) {
    int width = store.width();
    Matrix read = memory.matrix(rows, width + embeddings.map(SparseEmbeddings::width).orElse(0));
    HostRows.fill(
        backend, read.columnsView(0, width), into -> store.gather(nodes, rows, into, degrees));
    return read;
  }

  private SparseMatrix readNonZeros(
      DeviceMemory memory, FeatureStore store, GradientEdges gradients, Arena passing) {
    var read = new NonZeroRows();
    read.reset(degrees.length);
    store.gather(nodes, degrees.length, Columns.ALL, read, degrees);
    HostCsr host = HostCsr.of(read, store.width(), passing);
    return gradients == GradientEdges.NONE
        ? SparseMatrix.forwardOnly(memory.csr(host))
        : memory.sparse(host);
  }

  private static Buffer rowIds(DeviceMemory memory, ShardGraph graph, int rows) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment names = scratch.allocate(JAVA_LONG, Math.max(1, rows));
      for (int row = 0; row < rows; row++) {
        names.setAtIndex(JAVA_LONG, row, graph.id(row));
      }
      return memory.buffer(DType.I64, names.asSlice(0, (long) rows * Long.BYTES));
    }
  }

  /** The core nodes, in the dataset's own numbers. */
  public long[] ids() {
    return ids;
  }

  /**
   * In-degrees of core and halo nodes in the whole graph plus one, as each counts itself as a
   * neighbour.
   */
  int[] degrees() {
    return degrees;
  }

  /** The edges of a training step's layer. */
  ShardEdges edges(int layer) {
    return layers.get(layer);
  }

  /** The input rows of a training step; only rows of its targets if sums are precomputed. */
  Var trainingInput(Tape tape) {
    boolean prefix = !inputSums.isEmpty() && input.rows() == edges.core();
    return prefix ? tape.constant(input.rowsView(0, layers.getFirst().targets())) : input(tape);
  }

  /** The first layer of a training step. */
  DeviceBlock trainingBlock() {
    return ShardBlock.first(layers.getFirst(), input, inputSums);
  }

  @Override
  public Var input(Tape tape) {
    embeddings.ifPresent(this::pull);
    return sparseInput == null ? tape.constant(input) : tape.constant(sparseInput);
  }

  /** Learnable rows as all workers' steps have left them. */
  private void pull(SparseEmbeddings rows) {
    rows.settle();
    HostRows.fill(
        backend,
        input.columnsView(input.cols() - rows.width(), input.cols()),
        into -> rows.pull(nodes, into.rows(), into));
  }

  @Override
  public DeviceBlock block(int layer) {
    return layer == 0
        ? ShardBlock.first(edges, input, inputSums)
        : ShardBlock.hidden(edges, exchange, null, layer);
  }

  @Override
  public Buffer rowIds() {
    return rowIds;
  }

  @Override
  public int targetCount() {
    return edges.core();
  }
}
