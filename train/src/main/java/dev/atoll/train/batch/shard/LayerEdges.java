package dev.atoll.train.batch.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.train.batch.DeviceFeatures;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.batch.RowGraph;
import dev.atoll.train.batch.full.WholeGraph;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.exchange.SplitEdges;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Uploads the edges of a training step's layers, as far as the loss depends on them. Edges to core
 * rows are prefixes of the edges of the whole shard and share their memory.
 */
final class LayerEdges {
  private final DeviceMemory memory;
  private final ShardGraph graph;
  private final ShardEdges whole;
  private final NeededRows needed;
  private final int[] degrees;
  private final Set<EdgeNorm> norms;

  private LayerEdges(
      DeviceMemory memory,
      ShardGraph graph,
      ShardEdges whole,
      NeededRows needed,
      int[] degrees,
      Set<EdgeNorm> norms) {
    this.memory = memory;
    this.graph = graph;
    this.whole = whole;
    this.needed = needed;
    this.degrees = degrees;
    this.norms = norms;
  }

  /**
   * The edges of every layer, the first one's too.
   *
   * @param degrees of core and halo rows in the whole graph, themselves counted as neighbours
   * @param sumsInput whether the first layer reads sums that are made beforehand
   */
  static List<ShardEdges> upload(
      DeviceMemory memory,
      ShardGraph graph,
      ShardEdges whole,
      NeededRows needed,
      int[] degrees,
      ShardBatch.Use use,
      boolean sumsInput) {
    var upload = new LayerEdges(memory, graph, whole, needed, degrees, use.norms());
    var layers = new ArrayList<ShardEdges>();
    for (int layer = 0; layer < needed.layers(); layer++) {
      GradientEdges gradients = use.gradients();
      if (layer == 0) {
        gradients = sumsInput ? GradientEdges.NONE : GradientEdges.ALL;
      }
      boolean again = layer > 1 && needed.areAlike(layer, layer - 1);
      layers.add(again ? layers.getLast() : upload.layer(layer, gradients));
    }
    return layers;
  }

  private ShardEdges layer(int layer, GradientEdges gradients) {
    int halo = needed.plans().of(layer).haloCount();
    var sums = new EnumMap<EdgeNorm, SplitEdges>(EdgeNorm.class);
    for (EdgeNorm norm : norms) {
      if (norm.isSum()) {
        sums.put(norm, new SplitEdges(core(norm, layer, gradients), halo(norm, layer, gradients)));
      }
    }
    Set<EdgeNorm> others = ShardEdges.withoutSums(norms);
    DeviceBlock joined = others.isEmpty() ? null : joined(others, layer, halo);
    return new ShardEdges(needed.targets(layer), needed.sources(layer), halo, sums, joined);
  }

  private SparseMatrix core(EdgeNorm norm, int layer, GradientEdges gradients) {
    HostCsr host =
        graph.split(norm.selfLoops()).core().prefix(needed.targets(layer), needed.sources(layer));
    Csr byRow = prefix(whole.sums().get(norm).core().byRow(), host);
    return gradients == GradientEdges.NONE ? SparseMatrix.forwardOnly(byRow) : both(byRow, host);
  }

  private SparseMatrix halo(EdgeNorm norm, int layer, GradientEdges gradients) {
    Csr all = whole.sums().get(norm).halo().byRow();
    HostCsr host = graph.split(norm.selfLoops()).halo();
    int columns = needed.plans().of(layer).haloCount();
    if (columns == host.cols() || gradients != GradientEdges.ALL) {
      HostCsr prefix = host.prefix(needed.targets(layer), host.cols());
      Csr byRow = prefix(all, prefix);
      return gradients == GradientEdges.ALL ? both(byRow, prefix) : SparseMatrix.forwardOnly(byRow);
    }
    try (Arena scratch = Arena.ofShared()) {
      int[] places = needed.haloPlaces(layer);
      HostCsr read = renumbered(host, needed.targets(layer), columns, u -> places[u], scratch);
      Csr byRow = memory.csr(read).withScales(all.rowScale(), haloScale(norm, layer));
      return both(byRow, read);
    }
  }

  private Buffer haloScale(EdgeNorm norm, int layer) {
    if (!norm.scalesSources()) {
      return null;
    }
    int[] rows = needed.haloRows(layer);
    return memory.floats(
        norm.sourceScales(rows.length, i -> degrees[graph.core() + rows[i]]), rows.length);
  }

  /** The first rows, whose sources get other indices. */
  private static HostCsr renumbered(
      HostCsr edges, int rows, int columns, IntUnaryOperator place, Arena scratch) {
    long count = edges.start(rows);
    MemorySegment column = scratch.allocate(JAVA_INT, Math.max(1, count));
    for (long e = 0; e < count; e++) {
      column.setAtIndex(JAVA_INT, e, place.applyAsInt(edges.columnOf(e)));
    }
    MemorySegment start = edges.rowStart().asSlice(0, (rows + 1L) * Long.BYTES);
    return new HostCsr(rows, columns, start, column, null);
  }

  private static Csr prefix(Csr all, HostCsr host) {
    return Csr.pattern(
            host.rows(),
            host.cols(),
            host.nonZeros(),
            all.rowStart().view(0, host.rows() + 1L),
            all.column().view(0, host.nonZeros()))
        .withScales(all.rowScale(), all.columnScale());
  }

  /**
   * A matrix with its transpose, which shares the arrays of the matrix if the pattern is symmetric.
   */
  private SparseMatrix both(Csr byRow, HostCsr host) {
    try (Arena scratch = Arena.ofShared()) {
      HostCsr transposed = host.transposed(scratch);
      Csr byColumn = host.samePattern(transposed) ? byRow : memory.csr(transposed);
      return new SparseMatrix(
          byRow, byColumn.withScales(byRow.columnScale(), byRow.rowScale()), null);
    }
  }

  private DeviceBlock joined(Set<EdgeNorm> others, int layer, int halo) {
    if (needed.areAll(layer)) {
      return whole.joined();
    }
    try (Arena scratch = Arena.ofShared()) {
      var rows = new RowsOfLayer(graph, needed, layer, halo, scratch);
      return new WholeGraph(memory, rows, DeviceFeatures.CHANGING)
          .block(needed.targets(layer), needed.sources(layer) + halo, others);
    }
  }

  /** A layer's core rows, with the halo rows that it reads behind them. */
  private static final class RowsOfLayer implements RowGraph {
    private final ShardGraph graph;
    private final int targets;
    private final int core;
    private final int halo;
    private final int[] places;
    private final int[] haloRows;
    private final Arena scratch;

    RowsOfLayer(ShardGraph graph, NeededRows needed, int layer, int halo, Arena scratch) {
      this.graph = graph;
      this.targets = needed.targets(layer);
      this.core = needed.sources(layer);
      this.halo = halo;
      this.places = needed.haloPlaces(layer);
      this.haloRows = needed.haloRows(layer);
      this.scratch = scratch;
    }

    @Override
    public long id(int row) {
      return graph.id(row < core ? row : graph.core() + haloRows[row - core]);
    }

    @Override
    public boolean isSymmetric() {
      return false;
    }

    @Override
    public HostCsr edges(boolean selfLoops) {
      int firstHalo = graph.core();
      return renumbered(
          graph.edges(selfLoops),
          targets,
          core + halo,
          u -> u < firstHalo ? u : core + places[u - firstHalo],
          scratch);
    }
  }
}
