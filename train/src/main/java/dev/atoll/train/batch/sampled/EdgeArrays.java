package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.Neighborhood;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.store.NonZeroRows;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * The edges of one sampled block in host memory, weighted as a layer wants them: arrays that are
 * reused for every batch and only grow.
 *
 * <p>A sampled neighbour represents {@code correction} neighbours: degree / samples under uniform
 * sampling. Hence the mean over neighbours is the mean over samples, and the symmetric norm, whose
 * degrees are taken from the whole graph, multiplies every edge except self-loops by the
 * correction.
 */
public final class EdgeArrays {
  public int targets;
  public int sources;
  public int edges;
  public long[] start = {};
  public int[] column = {};

  public EdgeArrays() {}

  float[] weight = {};
  float[] rowScale = {};
  float[] columnScale = {};
  boolean hasWeight;
  boolean hasRowScale;
  boolean hasColumnScale;

  /** The transpose: sources by targets; {@code edgeOf} says which edge each entry came from. */
  public long[] transposedStart = {};

  public int[] transposedColumn = {};
  int[] edgeOf = {};
  float[] transposedWeight = {};

  /**
   * @param degrees of the sources, themselves counted as neighbours; where {@link
   *     EdgeNorm#readsDegrees}
   */
  void fill(Neighborhood block, EdgeNorm norm, int[] degrees) {
    targets = block.targetCount();
    sources = block.sourceCount();
    hasWeight = false;
    hasRowScale = false;
    hasColumnScale = false;
    if (norm.selfLoops()) {
      copyWithSelf(block);
    } else {
      copy(block);
    }
    switch (norm) {
      case MEAN -> weighMean(block, norm);
      case MEAN_WITH_SELF -> {
        weighNeighbors(block, degrees);
        scaleRows(norm, degrees);
      }
      case SYMMETRIC -> weighSymmetric(block, norm, degrees);
      case NONE, ATTENTION -> {}
    }
  }

  /** Fills rows by columns: every non-zero is an edge with its weight. */
  void fill(List<NonZeroRows> lists, int width) {
    reserve(
        lists.stream().mapToInt(NonZeroRows::rows).sum(),
        width,
        lists.stream().mapToInt(NonZeroRows::nonZeros).sum());
    weight = reserve(weight, column.length);
    hasWeight = true;
    edges = 0;
    int row = 0;
    for (NonZeroRows list : lists) {
      for (int place = 0; place < list.rows(); place++) {
        start[row++] = edges;
        list.copy(place, column, weight, edges);
        edges += list.nonZeros(place);
      }
    }
    start[targets] = edges;
  }

  /** Reserves memory for edges to be written, without weights or scales. */
  public void reserve(int newTargets, int newSources, int mostEdges) {
    targets = newTargets;
    sources = newSources;
    hasWeight = false;
    hasRowScale = false;
    hasColumnScale = false;
    start = reserve(start, targets + 1);
    column = reserve(column, mostEdges);
  }

  private void copy(Neighborhood block) {
    edges = Math.toIntExact(block.edgeCount());
    start = reserve(start, targets + 1);
    column = reserve(column, edges);
    MemorySegment.copy(block.rowStart(), JAVA_LONG, 0, start, 0, targets + 1);
    MemorySegment.copy(block.column(), JAVA_INT, 0, column, 0, edges);
  }

  /** Every target leads its own row, once. */
  private void copyWithSelf(Neighborhood block) {
    MemorySegment from = block.rowStart();
    MemorySegment columns = block.column();
    start = reserve(start, targets + 1);
    column = reserve(column, Math.toIntExact(block.edgeCount() + targets));
    int at = 0;
    for (int v = 0; v < targets; v++) {
      start[v] = at;
      column[at++] = v;
      long end = from.getAtIndex(JAVA_LONG, v + 1L);
      for (long e = from.getAtIndex(JAVA_LONG, v); e < end; e++) {
        int source = columns.getAtIndex(JAVA_INT, e);
        if (source != v) {
          column[at++] = source;
        }
      }
    }
    start[targets] = at;
    edges = at;
  }

  private void weighMean(Neighborhood block, EdgeNorm norm) {
    rowScale = reserve(rowScale, targets);
    hasRowScale = true;
    if (block.correction() == null) {
      for (int v = 0; v < targets; v++) {
        rowScale[v] = norm.targetScale(start[v + 1] - start[v]);
      }
      return;
    }
    weight = reserve(weight, edges);
    hasWeight = true;
    MemorySegment.copy(block.correction(), JAVA_FLOAT, 0, weight, 0, edges);
    for (int v = 0; v < targets; v++) {
      rowScale[v] = norm.targetScale(block.targetDegree().getAtIndex(JAVA_INT, v));
    }
  }

  private void weighSymmetric(Neighborhood block, EdgeNorm norm, int[] degrees) {
    columnScale = reserve(columnScale, sources);
    hasColumnScale = true;
    for (int u = 0; u < sources; u++) {
      columnScale[u] = norm.sourceScale(degrees[u]);
    }
    weighNeighbors(block, degrees);
    scaleRows(norm, degrees);
  }

  /**
   * Weighs edges: a self-loop by 1, a sampled neighbour by the number of neighbours it represents.
   */
  private void weighNeighbors(Neighborhood block, int[] degrees) {
    weight = reserve(weight, edges);
    hasWeight = true;
    MemorySegment corrections = block.correction();
    for (int v = 0; v < targets; v++) {
      int own = (int) start[v];
      int end = (int) start[v + 1];
      weight[own] = 1;
      float correction = EdgeNorm.correction(degrees[v] - 1f, end - own - 1);
      long edge = block.rowStart().getAtIndex(JAVA_LONG, v);
      for (int e = own + 1; e < end; e++, edge++) {
        if (corrections == null) {
          weight[e] = correction;
          continue;
        }
        while (block.column().getAtIndex(JAVA_INT, edge) == v) {
          edge++;
        }
        weight[e] = corrections.getAtIndex(JAVA_FLOAT, edge);
      }
    }
  }

  private void scaleRows(EdgeNorm norm, int[] degrees) {
    rowScale = reserve(rowScale, targets);
    hasRowScale = true;
    for (int v = 0; v < targets; v++) {
      rowScale[v] = norm.targetScale(degrees[v]);
    }
  }

  /** Fills the transpose, its edges in the order of rows. */
  public void transpose() {
    transposedStart = reserve(transposedStart, sources + 1);
    transposedColumn = reserve(transposedColumn, edges);
    edgeOf = reserve(edgeOf, edges);
    transposedWeight = hasWeight ? reserve(transposedWeight, edges) : transposedWeight;
    fillStarts(column, edges, transposedStart, sources);
    scatter();
    shift(transposedStart, sources);
  }

  /** Reserves memory for the transpose of edges to be written, without weights or scales. */
  public void reserveTransposed(int newTargets, int newSources) {
    reserve(newTargets, newSources, 0);
    transposedStart = reserve(transposedStart, sources + 1);
  }

  /** Fills the edges from their transpose; the edges of a target are in the order of sources. */
  public void fillFromTransposed() {
    column = reserve(column, edges);
    fillStarts(transposedColumn, edges, start, targets);
    for (int u = 0; u < sources; u++) {
      for (int e = (int) transposedStart[u]; e < transposedStart[u + 1]; e++) {
        column[(int) start[transposedColumn[e]]++] = u;
      }
    }
    shift(start, targets);
  }

  /** Computes the offset of every row's first edge. */
  private static void fillStarts(int[] rowOfEdge, int edges, long[] starts, int rows) {
    Arrays.fill(starts, 0, rows + 1, 0);
    for (int e = 0; e < edges; e++) {
      starts[rowOfEdge[e]]++;
    }
    long sum = 0;
    for (int row = 0; row <= rows; row++) {
      long count = starts[row];
      starts[row] = sum;
      sum += count;
    }
  }

  /** Turns the ends of rows into their starts. */
  private static void shift(long[] ends, int rows) {
    System.arraycopy(ends, 0, ends, 1, rows);
    ends[0] = 0;
  }

  /** Leaves every row's start where the next one begins. */
  private void scatter() {
    for (int v = 0; v < targets; v++) {
      for (int e = (int) start[v]; e < start[v + 1]; e++) {
        int at = (int) transposedStart[column[e]]++;
        transposedColumn[at] = v;
        edgeOf[at] = e;
        if (hasWeight) {
          transposedWeight[at] = weight[e];
        }
      }
    }
  }

  /** The edges on a device, without their transpose. */
  public Csr byTarget(DeviceMemory memory, Buffer targetScale, Buffer sourceScale) {
    return new Csr(
        targets,
        sources,
        edges,
        memory.longs(start, targets + 1),
        memory.ints(column, edges),
        hasWeight ? memory.floats(weight, edges) : null,
        targetScale,
        sourceScale);
  }

  /** The transpose on a device. */
  public Csr bySource(DeviceMemory memory, Buffer targetScale, Buffer sourceScale) {
    return new Csr(
        sources,
        targets,
        edges,
        memory.longs(transposedStart, sources + 1),
        memory.ints(transposedColumn, edges),
        hasWeight ? memory.floats(transposedWeight, edges) : null,
        sourceScale,
        targetScale);
  }

  /** Bytes of all arrays. */
  public long heldBytes() {
    long longs = (long) start.length + transposedStart.length;
    long others =
        (long) column.length
            + transposedColumn.length
            + edgeOf.length
            + weight.length
            + transposedWeight.length
            + rowScale.length
            + columnScale.length;
    return longs * Long.BYTES + others * Integer.BYTES;
  }

  private static long[] reserve(long[] array, int length) {
    return array.length >= length ? array : new long[length + length / 4];
  }

  private static int[] reserve(int[] array, int length) {
    return array.length >= length ? array : new int[length + length / 4];
  }

  private static float[] reserve(float[] array, int length) {
    return array.length >= length ? array : new float[length + length / 4];
  }
}
