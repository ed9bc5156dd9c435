package dev.atoll.train.batch.full;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.DeviceFeatures;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.batch.RowGraph;
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

  /** Edges as the graph has them, in host memory and on the device, and the degrees they give. */
  private record Pattern(
      HostCsr host, Csr device, Buffer inverseDegree, Buffer inverseRootDegree) {}

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
          norm, norm == EdgeNorm.ATTENTION ? turnable(pattern, byRow) : fixed(pattern, byRow));
    }
    if (!norms.contains(EdgeNorm.ATTENTION)) {
      return new Prefix(targets, sources, edges, null, null);
    }
    return new Prefix(
        targets,
        sources,
        edges,
        column(sources),
        edgeIds(pattern(EdgeNorm.ATTENTION).host, targets));
  }

  private Pattern pattern(EdgeNorm norm) {
    return patterns.computeIfAbsent(norm.selfLoops(), this::upload);
  }

  private Pattern upload(boolean selfLoops) {
    HostCsr host = graph.edges(selfLoops);
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment inverse = scratch.allocate(JAVA_FLOAT, host.rows());
      MemorySegment inverseRoot = scratch.allocate(JAVA_FLOAT, host.rows());
      for (int v = 0; v < host.rows(); v++) {
        long degree = graph.degree(v, host, selfLoops);
        inverse.setAtIndex(JAVA_FLOAT, v, degree == 0 ? 0 : 1f / degree);
        inverseRoot.setAtIndex(
            JAVA_FLOAT, v, degree == 0 ? 0 : (float) (1 / Math.sqrt((double) degree)));
      }
      return new Pattern(
          host,
          memory.csr(host),
          memory.buffer(DType.F32, inverse),
          memory.buffer(DType.F32, inverseRoot));
    }
  }

  private static Csr byRow(Pattern pattern, EdgeNorm norm, int targets, int sources) {
    long cells = pattern.host.start(targets);
    Csr whole = pattern.device;
    Csr edges =
        Csr.pattern(
            targets,
            sources,
            cells,
            whole.rowStart().view(0, targets + 1L),
            whole.column().view(0, cells));
    return scaled(pattern, norm, edges);
  }

  private static Csr scaled(Pattern pattern, EdgeNorm norm, Csr edges) {
    return switch (norm) {
      case MEAN -> edges.withScales(pattern.inverseDegree, null);
      case SYMMETRIC -> edges.withScales(pattern.inverseRootDegree, pattern.inverseRootDegree);
      case NONE, ATTENTION -> edges;
    };
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
            memory.csr(pattern.host.prefix(byRow.rows(), byRow.cols()).transposed(scratch).csr());
      }
    }
    return new SparseMatrix(byRow, transposed.withScales(byRow.columnScale(), byRow.rowScale()), null);
  }

  /** Edges whose values are computed on the tape: the transpose knows where each cell stands. */
  private SparseMatrix turnable(Pattern pattern, Csr byRow) {
    try (Arena scratch = Arena.ofShared()) {
      var transposed = pattern.host.prefix(byRow.rows(), byRow.cols()).transposed(scratch);
      return new SparseMatrix(
          byRow, memory.csr(transposed.csr()), memory.buffer(DType.I32, transposed.edgeOf()));
    }
  }

  /** One cell per row, all in column 0. */
  private SparseMatrix column(int rows) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment start = scratch.allocate(JAVA_LONG, rows + 1L);
      for (int r = 0; r <= rows; r++) {
        start.setAtIndex(JAVA_LONG, r, r);
      }
      return memory.sparse(new HostCsr(rows, 1, start, scratch.allocate(JAVA_INT, rows), null));
    }
  }

  /** An id per edge that depends on its two ends only. */
  private Buffer edgeIds(HostCsr host, int targets) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment edgeIds = scratch.allocate(JAVA_LONG, host.start(targets));
      for (int v = 0; v < targets; v++) {
        var target = new RandomKey(graph.id(v));
        for (long e = host.start(v); e < host.start(v + 1); e++) {
          edgeIds.setAtIndex(JAVA_LONG, e, target.child(graph.id(host.columnOf(e))).bits());
        }
      }
      return memory.buffer(DType.I64, edgeIds);
    }
  }

  /** The aggregate of the features over the whole graph, computed once. */
  private Matrix fixedAggregate(EdgeNorm norm) {
    return fixedAggregates.computeIfAbsent(
        norm,
        _ -> {
          Matrix x = features.dense();
          Matrix out = memory.matrix(x.rows(), x.cols());
          Csr edges = scaled(pattern(norm), norm, pattern(norm).device);
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
