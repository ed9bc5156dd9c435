package dev.atoll.train.batch.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.tensor.Matrix;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.HostRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * The sums over input rows, computed once before training. Halo rows are read some at a time and
 * then discarded.
 */
final class InputSums {
  /** Rows read at a time: a quarter of the core rows, or this number where those are few. */
  private static final int FEWEST_ROWS = 1024;

  private static final int PARTS_OF_CORE = 4;

  private final DeviceMemory memory;
  private final ShardGraph graph;
  private final FeatureStore store;
  private final int[] degrees;
  private final Map<EdgeNorm, Matrix> sums = new EnumMap<>(EdgeNorm.class);

  private InputSums(DeviceMemory memory, ShardGraph graph, FeatureStore store, int[] degrees) {
    this.memory = memory;
    this.graph = graph;
    this.store = store;
    this.degrees = degrees;
  }

  /**
   * @param input the rows of core nodes
   * @param degrees degrees of core nodes; the degrees of halo nodes are filled in
   */
  static Map<EdgeNorm, Matrix> of(
      DeviceMemory memory,
      ShardGraph graph,
      FeatureStore store,
      int[] degrees,
      Matrix input,
      Set<EdgeNorm> norms) {
    var made = new InputSums(memory, graph, store, degrees);
    norms.forEach(norm -> made.addCore(norm, input));
    int core = graph.core();
    int most = rowsAtOnce(core);
    for (int from = core; from < graph.rows(); from += most) {
      made.addHalo(from, Math.min(graph.rows(), from + most), norms);
    }
    return made.sums;
  }

  /** The number of halo rows that a shard with the given number of core rows reads at a time. */
  static int rowsAtOnce(int core) {
    return Math.max(FEWEST_ROWS, core / PARTS_OF_CORE);
  }

  private void addCore(EdgeNorm norm, Matrix input) {
    Matrix sum = memory.matrix(graph.core(), input.cols());
    add(graph.split(norm.selfLoops()), norm, 0, graph.core(), input, 0, sum);
    sums.put(norm, sum);
  }

  private void addHalo(int from, int to, Set<EdgeNorm> norms) {
    MemorySegment nodes = MemorySegment.ofArray(new int[to - from]);
    for (int row = from; row < to; row++) {
      nodes.setAtIndex(JAVA_INT, row - from, graph.node(row));
    }
    int[] found = new int[to - from];
    try (var passing = new DeviceMemory(memory.backend())) {
      Matrix rows = passing.matrix(to - from, store.width());
      HostRows.fill(memory.backend(), rows, into -> store.gather(nodes, to - from, into, found));
      System.arraycopy(found, 0, degrees, from, found.length);
      for (EdgeNorm norm : norms) {
        add(graph.split(norm.selfLoops()), norm, from, to, rows, 1, sums.get(norm));
      }
    }
  }

  /** Adds the edges to rows {@code [from, to)}, all of which are core rows or halo rows. */
  private void add(
      ShardGraph.Split edges, EdgeNorm norm, int from, int to, Matrix x, float beta, Matrix sum) {
    int core = graph.core();
    try (Arena scratch = Arena.ofShared();
        var passing = new DeviceMemory(memory.backend())) {
      HostCsr part =
          from < core ? edges.core() : edges.halo().columns(from - core, to - core, scratch);
      HostCsr weighted =
          part.weighted(
              (row, column) -> norm.weight(degree(edges, norm, row), degrees[from + column]),
              scratch);
      memory.backend().kernels().spmm(passing.csr(weighted), x, beta, sum);
      memory.backend().synchronize();
    }
  }

  private long degree(ShardGraph.Split edges, EdgeNorm norm, int row) {
    return norm.selfLoops() ? degrees[row] : edges.degree(row);
  }
}
