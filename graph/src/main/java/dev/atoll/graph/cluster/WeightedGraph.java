package dev.atoll.graph.cluster;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.graph.CsrGraph;
import java.lang.foreign.MemorySegment;

/**
 * A graph with weights on edges and on nodes: one level of a multilevel scheme. Every edge is
 * stored as two arcs, one in the row of each end. The user's graph, in which every edge has weight
 * 1, is a level without being copied; coarser levels are {@link RowPages}.
 */
public final class WeightedGraph {
  private static final float LEAST_MASS = 1e-3f;

  private final int nodeCount;
  private final long arcCount;
  private final MemorySegment rowStarts;
  private final MemorySegment neighbors;
  private final RowPages pages;
  private final int constraints;
  private final int[] weights;
  private final long[] totals;
  private final float[] massPerWeight;

  private WeightedGraph(
      int nodeCount, CsrGraph finest, RowPages pages, int constraints, int[] weights) {
    this.nodeCount = nodeCount;
    this.pages = pages;
    this.rowStarts = finest == null ? null : finest.rowStarts();
    this.neighbors = finest == null ? null : finest.neighbors();
    this.arcCount = finest == null ? pages.arcCount() : finest.edgeCount();
    this.constraints = constraints;
    this.weights = weights;
    this.totals = sums(weights, constraints);
    this.massPerWeight = new float[constraints];
    for (int j = 0; j < constraints; j++) {
      massPerWeight[j] = (float) (nodeCount / (double) constraints / Math.max(1, totals[j]));
    }
  }

  /**
   * The finest level: a graph of int32 neighbours, read in place. Partitioning expects it
   * symmetric, without loops and repeated edges.
   *
   * @param weights {@code constraints} per node, node after node
   */
  public static WeightedGraph finest(CsrGraph graph, int constraints, int[] weights) {
    int nodes = graph.nodeCount();
    return new WeightedGraph(nodes, graph, null, constraints, weights);
  }

  /** A coarser level. */
  static WeightedGraph coarse(RowPages pages, int constraints, int[] weights) {
    return new WeightedGraph(pages.nodes(), null, pages, constraints, weights);
  }

  /**
   * The nodes given and the edges among them.
   *
   * @param idOf for every node of the whole its index in {@code nodes}, or −1
   */
  public static WeightedGraph induced(WeightedGraph whole, int[] nodes, int[] idOf) {
    int constraints = whole.constraints;
    int[] weights = new int[nodes.length * constraints];
    var pages = new RowPages(nodes.length, true);
    var writer = pages.new Writer();
    var row = new ArcRow();
    for (int page = 0; page < pages.count(); page++) {
      for (int i = writer.begin(page); i < writer.end(); i++) {
        System.arraycopy(
            whole.weights, nodes[i] * constraints, weights, i * constraints, constraints);
        whole.read(nodes[i], row);
        writer.reserve(row.to() - row.from());
        for (int e = row.from(); e < row.to(); e++) {
          int target = idOf[row.target(e)];
          if (target >= 0) {
            writer.add(target, row.weight(e));
          }
        }
        writer.endRow();
      }
      writer.endPage();
    }
    return coarse(pages, constraints, weights);
  }

  private static long[] sums(int[] weights, int constraints) {
    long[] sums = new long[constraints];
    for (int i = 0; i < weights.length; i += constraints) {
      for (int j = 0; j < constraints; j++) {
        sums[j] += weights[i + j];
      }
    }
    return sums;
  }

  public int nodeCount() {
    return nodeCount;
  }

  public long arcCount() {
    return arcCount;
  }

  public int degree(int node) {
    return pages == null ? (int) (rowStart(node + 1L) - rowStart(node)) : pages.degree(node);
  }

  /** The weight of all edges of a node. */
  public long weightedDegree(int node, ArcRow row) {
    if (pages == null) {
      return degree(node);
    }
    pages.read(node, row);
    long sum = 0;
    for (int e = row.from(), end = row.to(); e < end; e++) {
      sum += row.weight(e);
    }
    return sum;
  }

  private long rowStart(long node) {
    return rowStarts.get(JAVA_LONG_UNALIGNED, node * Long.BYTES);
  }

  /** Finds the arcs of a node. */
  public void read(int node, ArcRow row) {
    read(node, Integer.MAX_VALUE, row);
  }

  /**
   * Finds the arcs of a node; of a longer row of the finest level at most {@code most}, evenly
   * spread. Rows of coarser levels are read whole.
   */
  void read(int node, int most, ArcRow row) {
    if (pages != null) {
      pages.read(node, row);
      return;
    }
    long start = rowStart(node);
    int degree = (int) (rowStart(node + 1L) - start);
    int stride = Math.max(1, Math.ceilDiv(degree, most));
    int count = Math.ceilDiv(degree, stride);
    int[] into = row.fill(count);
    if (stride == 1) {
      MemorySegment.copy(neighbors, JAVA_INT_UNALIGNED, start * Integer.BYTES, into, 0, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      into[i] = neighbors.get(JAVA_INT_UNALIGNED, (start + (long) i * stride) * Integer.BYTES);
    }
  }

  /** Balance constraints: weights per node. */
  public int constraints() {
    return constraints;
  }

  public int nodeWeight(int node, int constraint) {
    return weights[node * constraints + constraint];
  }

  /** The node weights, {@code constraints} per node; not to be modified. */
  public int[] weights() {
    return weights;
  }

  /**
   * The weight of a node over all constraints: its mean share of their totals, in nodes. Never
   * zero.
   */
  public float mass(int node) {
    float sum = LEAST_MASS;
    for (int j = 0; j < constraints; j++) {
      sum += weights[node * constraints + j] * massPerWeight[j];
    }
    return sum;
  }

  /** The masses of all nodes. */
  public float[] masses() {
    float[] masses = new float[nodeCount];
    for (int v = 0; v < nodeCount; v++) {
      masses[v] = mass(v);
    }
    return masses;
  }

  /** The weight of a node as a share of the total. */
  public double share(int node, int constraint) {
    return nodeWeight(node, constraint) / (double) Math.max(1, totals[constraint]);
  }

  /** The constraint of which a node has the largest share. */
  public int heaviestConstraint(int node) {
    int heaviest = 0;
    for (int j = 1; j < constraints; j++) {
      heaviest = share(node, j) > share(node, heaviest) ? j : heaviest;
    }
    return heaviest;
  }

  /** The sum of node weights, by constraint. */
  public long total(int constraint) {
    return totals[constraint];
  }
}
