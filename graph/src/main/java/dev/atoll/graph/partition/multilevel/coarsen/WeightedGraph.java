package dev.atoll.graph.partition.multilevel.coarsen;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.graph.CsrGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * An undirected graph with weights on edges and on nodes: one level of the multilevel scheme. Every
 * edge is stored as two arcs, one in the row of each end.
 *
 * <pre>
 *   rowStarts  int64   nodeCount + 1
 *   arcs       int32   neighbour                            every edge weighs 1 (the user's graph, not copied)
 *              int64   weight in the upper half, neighbour in the lower
 *   weights    int     nodeCount × constraints, node after node
 * </pre>
 */
public final class WeightedGraph implements AutoCloseable {
  private static final float LEAST_MASS = 1e-3f;

  private final int nodeCount;
  private final long arcCount;
  private final MemorySegment rowStarts;
  private final MemorySegment arcs;
  private final boolean unit;
  private final int constraints;
  private final int[] weights;
  private final long[] totals;
  private final float[] massPerWeight;
  private final Arena memory;

  private WeightedGraph(
      int nodeCount,
      MemorySegment rowStarts,
      MemorySegment arcs,
      boolean unit,
      int constraints,
      int[] weights,
      Arena memory) {
    this.nodeCount = nodeCount;
    this.arcCount = rowStarts.get(JAVA_LONG_UNALIGNED, (long) nodeCount * Long.BYTES);
    this.rowStarts = rowStarts;
    this.arcs = arcs;
    this.unit = unit;
    this.constraints = constraints;
    this.weights = weights;
    this.totals = sums(weights, constraints);
    this.memory = memory;
    this.massPerWeight = new float[constraints];
    for (int j = 0; j < constraints; j++) {
      massPerWeight[j] = (float) (nodeCount / (double) constraints / Math.max(1, totals[j]));
    }
  }

  /**
   * The finest level: a symmetric graph without loops and repeated edges, read where it is.
   *
   * @param weights {@code constraints} per node, node after node
   */
  public static WeightedGraph finest(CsrGraph graph, int constraints, int[] weights) {
    return new WeightedGraph(
        Math.toIntExact(graph.nodeCount()),
        graph.rowStarts(),
        graph.neighbors(),
        true,
        constraints,
        weights,
        null);
  }

  /** A coarser level, which owns its memory. */
  static WeightedGraph coarse(
      int nodeCount,
      MemorySegment rowStarts,
      MemorySegment arcs,
      int constraints,
      int[] weights,
      Arena memory) {
    return new WeightedGraph(nodeCount, rowStarts, arcs, false, constraints, weights, memory);
  }

  /**
   * The nodes given and the edges among them.
   *
   * @param idOf for every node of the whole its place in {@code nodes}, or −1
   */
  public static WeightedGraph induced(WeightedGraph whole, int[] nodes, int[] idOf) {
    int constraints = whole.constraints;
    int[] weights = new int[nodes.length * constraints];
    long upper = 0;
    for (int i = 0; i < nodes.length; i++) {
      System.arraycopy(
          whole.weights, nodes[i] * constraints, weights, i * constraints, constraints);
      upper += whole.degree(nodes[i]);
    }
    Arena memory = Arena.ofShared();
    MemorySegment starts = memory.allocate((nodes.length + 1L) * Long.BYTES, Long.BYTES);
    MemorySegment arcs = memory.allocate(Math.max(1, upper) * Long.BYTES, Long.BYTES);
    long count = 0;
    for (int i = 0; i < nodes.length; i++) {
      for (long e = whole.rowStart(nodes[i]), end = whole.rowEnd(nodes[i]); e < end; e++) {
        long arc = whole.arc(e);
        int target = idOf[target(arc)];
        if (target >= 0) {
          arcs.setAtIndex(JAVA_LONG, count++, pack(target, weight(arc)));
        }
      }
      starts.setAtIndex(JAVA_LONG, i + 1L, count);
    }
    return coarse(nodes.length, starts, arcs, constraints, weights, memory);
  }

  private static long[] sums(int[] weights, int constraints) {
    long[] sums = new long[constraints];
    for (int i = 0; i < weights.length; i++) {
      sums[i % constraints] += weights[i];
    }
    return sums;
  }

  public int nodeCount() {
    return nodeCount;
  }

  public long arcCount() {
    return arcCount;
  }

  public long rowStart(int node) {
    return rowStarts.get(JAVA_LONG_UNALIGNED, (long) node * Long.BYTES);
  }

  public long rowEnd(int node) {
    return rowStarts.get(JAVA_LONG_UNALIGNED, (long) node * Long.BYTES + Long.BYTES);
  }

  public int degree(int node) {
    return (int) (rowEnd(node) - rowStart(node));
  }

  /** An arc by its place among all: read with {@link #target} and {@link #weight}. */
  public long arc(long index) {
    return unit
        ? 1L << 32 | arcs.get(JAVA_INT_UNALIGNED, index * Integer.BYTES)
        : arcs.get(JAVA_LONG_UNALIGNED, index * Long.BYTES);
  }

  public static int target(long arc) {
    return (int) arc;
  }

  public static int weight(long arc) {
    return (int) (arc >>> 32);
  }

  static long pack(int target, int weight) {
    return (long) weight << 32 | target;
  }

  /** Balance constraints: weights per node. */
  public int constraints() {
    return constraints;
  }

  public int nodeWeight(int node, int constraint) {
    return weights[node * constraints + constraint];
  }

  /** All node weights, {@code constraints} per node; not to be changed. */
  public int[] weights() {
    return weights;
  }

  /**
   * What a node weighs over all constraints: its mean share of their totals, in nodes. Never zero.
   */
  public float mass(int node) {
    float sum = LEAST_MASS;
    for (int j = 0; j < constraints; j++) {
      sum += weights[node * constraints + j] * massPerWeight[j];
    }
    return sum;
  }

  /** The masses of all nodes. */
  float[] masses() {
    float[] masses = new float[nodeCount];
    for (int v = 0; v < nodeCount; v++) {
      masses[v] = mass(v);
    }
    return masses;
  }

  /** The sum of node weights, by constraint. */
  public long total(int constraint) {
    return totals[constraint];
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
    }
  }
}
