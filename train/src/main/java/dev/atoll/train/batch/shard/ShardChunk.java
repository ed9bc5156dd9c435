package dev.atoll.train.batch.shard;

import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.exchange.SplitEdges;
import java.util.Arrays;

/**
 * Some core rows of a shard as the targets of one layer, with all their neighbours as its sources.
 * Filled again and again, it takes a layer through memory that does not grow with the shard.
 *
 * <pre>
 *   sources   targets | other core rows | halo rows
 * </pre>
 *
 * Edges are in the order in which {@link ShardBatch} sums them, so both give the same bits.
 */
public final class ShardChunk {
  private final Shard shard;
  private final int core;
  private final long first;
  private final int[] degrees;
  private final long mostEdges;

  /**
   * The index of each row of the shard among the sources, plus one; 0 for rows that are no source.
   */
  private final int[] places;

  private int[] sources = new int[1 << 10];
  private int targetCount;
  private int coreCount;
  private int sourceCount;
  private final ChunkEdges edges = new ChunkEdges();
  private int[] neighbors = new int[64];

  /**
   * @param degrees of core and halo rows in the whole graph, themselves counted as neighbours
   * @param mostEdges after which no further target is taken
   */
  public ShardChunk(Shard shard, int[] degrees, long mostEdges) {
    this.shard = shard;
    this.core = shard.coreCount();
    this.first = shard.book().first(shard.part());
    this.degrees = degrees;
    this.mostEdges = mostEdges;
    this.places = new int[core + shard.haloCount()];
  }

  /**
   * Takes targets until their sources are many.
   *
   * @param rows core rows, none twice
   * @param from the first one to take
   * @param mostSources after which no further target is taken
   * @return the first one that was not taken
   */
  public int fill(int[] rows, int from, int mostSources) {
    clear();
    int end = from;
    long taken = 0;
    while (end < rows.length && (end == from || (sourceCount < mostSources && taken < mostEdges))) {
      taken += find(rows[end++]);
    }
    number(rows, from, end);
    return end;
  }

  private void clear() {
    for (int i = 0; i < sourceCount; i++) {
      places[sources[i]] = 0;
    }
    sourceCount = 0;
  }

  /** Adds a target and its neighbours to the sources; returns the number of its edges. */
  private long find(int target) {
    add(target);
    long node = first + target;
    long degree = shard.inDegree(node);
    for (long e = 0; e < degree; e++) {
      add(rowOf(shard.inNeighbor(node, e)));
    }
    return degree;
  }

  private void add(int row) {
    if (places[row] == 0) {
      places[row] = -1;
      if (sourceCount == sources.length) {
        sources = Arrays.copyOf(sources, 2 * sourceCount);
      }
      sources[sourceCount++] = row;
    }
  }

  /** Puts targets first, then the other core rows, then halo rows. */
  private void number(int[] rows, int from, int end) {
    int[] found = Arrays.copyOf(sources, sourceCount);
    targetCount = end - from;
    int next = 0;
    for (int i = from; i < end; i++) {
      next = put(rows[i], next);
    }
    for (int row : found) {
      next = row < core && places[row] < 0 ? put(row, next) : next;
    }
    coreCount = next;
    for (int row : found) {
      next = places[row] < 0 ? put(row, next) : next;
    }
  }

  private int put(int row, int place) {
    sources[place] = row;
    places[row] = place + 1;
    return place + 1;
  }

  /** The row of a node that is core or halo here. */
  private int rowOf(int node) {
    long row = node - first;
    return row >= 0 && row < core ? (int) row : core + shard.haloPlace(node);
  }

  public int targetCount() {
    return targetCount;
  }

  public int sourceCount() {
    return sourceCount;
  }

  /** The number, after partitioning, of a source's node. */
  public int node(int source) {
    int row = sources[source];
    return row < core ? (int) first + row : shard.haloNode(row - core);
  }

  /**
   * A layer that reads the rows of all sources.
   *
   * @param isFirst whether these are input rows
   * @param aggregatesFirst which of aggregation and product comes first, as on the whole shard
   */
  public DeviceBlock block(
      DeviceMemory memory,
      EdgeNorm norm,
      boolean isFirst,
      ChunkBlock.AggregatesFirst aggregatesFirst) {
    if (norm.isSum()) {
      return ChunkBlock.sums(split(memory, norm), sourceCount, isFirst, aggregatesFirst);
    }
    edges.begin();
    for (int target = 0; target < targetCount; target++) {
      int row = sources[target];
      if (norm.selfLoops()) {
        edges.add(target);
      }
      long node = first + row;
      long degree = shard.inDegree(node);
      for (long e = 0; e < degree; e++) {
        int source = rowOf(shard.inNeighbor(node, e));
        if (!norm.selfLoops() || source != row) {
          edges.add(places[source] - 1);
        }
      }
      edges.endRow();
    }
    return ChunkBlock.joined(
        SparseMatrix.forwardOnly(edges.csr(memory, sourceCount)),
        sourceCount,
        norm == EdgeNorm.ATTENTION ? memory.onePerRow(sourceCount) : null,
        aggregatesFirst);
  }

  private Buffer targetScale(DeviceMemory memory, EdgeNorm norm) {
    return memory.floats(
        norm.targetScales(targetCount, target -> degree(norm, target)), targetCount);
  }

  /** The neighbours of a target that a norm counts. */
  private long degree(EdgeNorm norm, int target) {
    int row = sources[target];
    return norm.selfLoops() ? degrees[row] : shard.inDegree(first + row);
  }

  private SplitEdges split(DeviceMemory memory, EdgeNorm norm) {
    Buffer targetScale = targetScale(memory, norm);
    coreEdges(norm.selfLoops());
    Csr toCore =
        edges
            .csr(memory, coreCount)
            .withScales(targetScale, sourceScale(memory, norm, 0, coreCount));
    haloEdges(0, shard.haloCount());
    Csr toHalo =
        edges
            .csr(memory, sourceCount - coreCount)
            .withScales(targetScale, sourceScale(memory, norm, coreCount, sourceCount));
    return new SplitEdges(SparseMatrix.forwardOnly(toCore), SparseMatrix.forwardOnly(toHalo));
  }

  private Buffer sourceScale(DeviceMemory memory, EdgeNorm norm, int from, int to) {
    return norm.scalesSources()
        ? memory.floats(norm.sourceScales(to - from, i -> degrees[sources[from + i]]), to - from)
        : null;
  }

  /** The edges to core rows, which ascend. */
  private void coreEdges(boolean selfLoops) {
    edges.begin();
    for (int target = 0; target < targetCount; target++) {
      int count = coreNeighbors(sources[target], selfLoops);
      for (int i = 0; i < count; i++) {
        edges.add(places[neighbors[i]] - 1);
      }
      edges.endRow();
    }
  }

  /** Lists the core rows that a row reads, ascending. */
  private int coreNeighbors(int row, boolean selfLoops) {
    long node = first + row;
    long degree = shard.inDegree(node);
    if (degree + 1 > neighbors.length) {
      neighbors = new int[Math.toIntExact(degree + 1 + degree / 2)];
    }
    int count = 0;
    if (selfLoops) {
      neighbors[count++] = row;
    }
    boolean ascending = true;
    for (long e = 0; e < degree; e++) {
      int source = rowOf(shard.inNeighbor(node, e));
      if (source < core && (!selfLoops || source != row)) {
        ascending &= count == 0 || neighbors[count - 1] <= source;
        neighbors[count++] = source;
      }
    }
    if (!ascending) {
      Arrays.sort(neighbors, 0, count);
    }
    return count;
  }

  /** The edges to the halo rows {@code [from, to)}, in the order of the shard. */
  private void haloEdges(int from, int to) {
    edges.begin();
    for (int target = 0; target < targetCount; target++) {
      long node = first + sources[target];
      long degree = shard.haloCount() == 0 ? 0 : shard.inDegree(node);
      for (long e = 0; e < degree; e++) {
        int source = rowOf(shard.inNeighbor(node, e));
        if (source >= core + from && source < core + to) {
          edges.add(places[source] - 1 - coreCount);
        }
      }
      edges.endRow();
    }
  }

  /**
   * A first layer that reads the input rows of its targets, and neighbours' rows only in sums.
   *
   * @param rows the rows of all sources
   * @param workspace for the sums
   */
  public DeviceBlock summed(DeviceMemory memory, EdgeNorm norm, Matrix rows, Workspace workspace) {
    Matrix sums = workspace.matrix(targetCount, rows.cols());
    var kernels = memory.backend().kernels();
    coreEdges(norm.selfLoops());
    kernels.spmm(weighted(memory, norm, 0, coreCount), rows.rowsView(0, coreCount), 0, sums);
    int most = InputSums.rowsAtOnce(core);
    for (int from = 0; from < shard.haloCount(); from += most) {
      haloEdges(from, Math.min(shard.haloCount(), from + most));
      kernels.spmm(
          weighted(memory, norm, coreCount, sourceCount),
          rows.rowsView(coreCount, sourceCount),
          1,
          sums);
    }
    return ChunkBlock.summed(rows.rowsView(0, targetCount), sums, targetScale(memory, norm));
  }

  private Csr weighted(DeviceMemory memory, EdgeNorm norm, int fromSource, int toSource) {
    float[] weights =
        edges.weights(
            (target, column) ->
                norm.weight(degree(norm, target), degrees[sources[fromSource + column]]));
    return edges
        .csr(memory, toSource - fromSource)
        .withWeight(memory.floats(weights, edges.count()));
  }
}
