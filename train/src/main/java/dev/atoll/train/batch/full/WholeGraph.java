package dev.atoll.train.batch.full;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceFeatures;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeIds;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.batch.RowGraph;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A whole graph on a device, of which blocks are prefixes: the rows of the first targets, their
 * edges shared with the whole.
 */
public final class WholeGraph {
  private final DeviceMemory memory;
  private final RowGraph graph;
  private final boolean symmetric;
  private final DeviceFeatures features;
  private final Map<Boolean, Pattern> patterns = new HashMap<>();
  private final Map<EdgeNorm, Matrix> fixedAggregates = new EnumMap<>(EdgeNorm.class);

  private final Map<EdgeNorm, Buffer> targetScales = new EnumMap<>(EdgeNorm.class);

  /** Edges without weights, in host memory and on the device. */
  private record Pattern(HostCsr host, Csr device) {}

  public WholeGraph(DeviceMemory memory, RowGraph graph, DeviceFeatures features) {
    this.memory = memory;
    this.graph = graph;
    this.symmetric = graph.isSymmetric();
    this.features = features;
  }

  /** The block whose targets and sources are the first rows, with edges ready in the given ways. */
  public DeviceBlock block(int targets, int sources, Set<EdgeNorm> norms) {
    var edges = new EnumMap<EdgeNorm, SparseMatrix>(EdgeNorm.class);
    for (EdgeNorm norm : norms) {
      Pattern pattern = pattern(norm);
      Csr byRow = byRow(pattern, norm, targets, sources);
      edges.put(
          norm, norm == EdgeNorm.ATTENTION ? withEdgeOf(pattern, byRow) : fixed(pattern, byRow));
    }
    if (!norms.contains(EdgeNorm.ATTENTION)) {
      return new Prefix(targets, sources, edges, null, null);
    }
    return new Prefix(
        targets,
        sources,
        edges,
        memory.onePerRow(sources),
        edgeIds(pattern(EdgeNorm.ATTENTION).host, targets));
  }

  private Pattern pattern(EdgeNorm norm) {
    return patterns.computeIfAbsent(norm.selfLoops(), this::upload);
  }

  private Pattern upload(boolean selfLoops) {
    HostCsr host = graph.edges(selfLoops);
    return new Pattern(host, memory.csr(host));
  }

  private Buffer targetScale(EdgeNorm norm) {
    return targetScales.computeIfAbsent(
        norm,
        _ -> {
          HostCsr host = pattern(norm).host;
          float[] scales =
              norm.targetScales(host.rows(), row -> graph.degree(row, host, norm.selfLoops()));
          return memory.floats(scales, scales.length);
        });
  }

  private Csr byRow(Pattern pattern, EdgeNorm norm, int targets, int sources) {
    long edges = pattern.host.start(targets);
    Csr whole = pattern.device;
    return scaled(
        norm,
        Csr.pattern(
            targets,
            sources,
            edges,
            whole.rowStart().view(0, targets + 1L),
            whole.column().view(0, edges)));
  }

  private Csr scaled(EdgeNorm norm, Csr edges) {
    if (!norm.isSum()) {
      return edges;
    }
    Buffer scale = targetScale(norm);
    return edges.withScales(scale, norm.scalesSources() ? scale : null);
  }

  /**
   * Edges whose values stay: the transpose swaps the scales, and shares the rest where the pattern
   * is symmetric.
   */
  private SparseMatrix fixed(Pattern pattern, Csr byRow) {
    Csr transposed = byRow;
    if (byRow.rows() < byRow.cols() || byRow.rows() < pattern.host.rows() || !symmetric) {
      try (Arena scratch = Arena.ofShared()) {
        transposed =
            memory.csr(pattern.host.prefix(byRow.rows(), byRow.cols()).transposed(scratch));
      }
    }
    return new SparseMatrix(
        byRow, transposed.withScales(byRow.columnScale(), byRow.rowScale()), null);
  }

  /** Edges whose values are computed on the tape: the transpose knows the edge of each entry. */
  private SparseMatrix withEdgeOf(Pattern pattern, Csr byRow) {
    try (Arena scratch = Arena.ofShared()) {
      var transposed = pattern.host.prefix(byRow.rows(), byRow.cols()).transposedWithEdges(scratch);
      return new SparseMatrix(
          byRow, memory.csr(transposed.csr()), memory.buffer(DType.I32, transposed.edgeOf()));
    }
  }

  private Buffer edgeIds(HostCsr host, int targets) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment ids = scratch.allocate(JAVA_LONG, host.start(targets));
      for (int v = 0; v < targets; v++) {
        long target = graph.id(v);
        for (long e = host.start(v); e < host.start(v + 1); e++) {
          ids.setAtIndex(JAVA_LONG, e, EdgeIds.of(target, graph.id(host.columnOf(e))));
        }
      }
      return memory.buffer(DType.I64, ids);
    }
  }

  /** The aggregate of the features over the whole graph, computed once. */
  private Matrix fixedAggregate(EdgeNorm norm) {
    return fixedAggregates.computeIfAbsent(
        norm,
        _ -> {
          Matrix x = features.dense();
          Matrix out = memory.matrix(x.rows(), x.cols(), x.type());
          Csr edges = scaled(norm, pattern(norm).device);
          memory.backend().kernels().spmm(edges, x, 0, out);
          return out;
        });
  }

  private final class Prefix implements DeviceBlock {
    private final int targets;
    private final int sources;
    private final Map<EdgeNorm, SparseMatrix> edges;
    private final SparseMatrix sourceColumn;
    private final Buffer edgeIds;

    Prefix(
        int targets,
        int sources,
        Map<EdgeNorm, SparseMatrix> edges,
        SparseMatrix sourceColumn,
        Buffer edgeIds) {
      this.targets = targets;
      this.sources = sources;
      this.edges = edges;
      this.sourceColumn = sourceColumn;
      this.edgeIds = edgeIds;
    }

    @Override
    public int targetCount() {
      return targets;
    }

    @Override
    public int sourceCount() {
      return sources;
    }

    @Override
    public SparseMatrix edges(EdgeNorm norm) {
      SparseMatrix found = edges.get(norm);
      if (found == null) {
        throw new IllegalStateException(
            "edges "
                + norm
                + " were not asked for when the batches were made; ready are "
                + edges.keySet());
      }
      return found;
    }

    @Override
    public Var aggregate(Var x, EdgeNorm norm) {
      return aggregatesOnce(x)
          ? x.tape().constant(fixedAggregate(norm).rowsView(0, targets))
          : x.aggregate(edges(norm));
    }

    @Override
    public Var aggregateMatmul(Var x, Var own, Var other, EdgeNorm norm) {
      return x.tape().skipsZeros() && !aggregatesOnce(x)
          ? x.aggregateMatmul(edges(norm), own, other)
          : DeviceBlock.super.aggregateMatmul(x, own, other, norm);
    }

    @Override
    public boolean aggregatesOnce(Var x) {
      return x.isConstant() && features.areHeldBy(x);
    }

    @Override
    public SparseMatrix sourceColumn() {
      return sourceColumn;
    }

    @Override
    public Buffer edgeIds() {
      return edgeIds;
    }
  }
}
