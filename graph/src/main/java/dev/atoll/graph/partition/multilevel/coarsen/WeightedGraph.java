package dev.atoll.graph.partition.multilevel.coarsen;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.graph.CsrGraph;
import java.lang.foreign.MemorySegment;

/**
 * An undirected graph with weights on edges and on nodes: one level of the multilevel scheme. Every
 * edge is stored as two arcs, one in the row of each end. An arc is one int: its neighbour in the
 * lower bits, its weight − 1 in the upper ones. So the user's own graph, where every edge weighs 1,
 * is a level as it is and is not copied; coarser levels are {@link RowBlocks}.
 */
public final class WeightedGraph {
  private static final float LEAST_MASS = 1e-3f;
  private static final int FINEST_TARGET_BITS = 31;

  private final int nodeCount;
  private final long arcCount;
  private final MemorySegment rowStarts;
  private final MemorySegment neighbors;
  private final RowBlocks blocks;
  private final int targetBits;
  private final int targetMask;
  private final int constraints;
  private final int[] weights;
  private final long[] totals;
  private final float[] massPerWeight;

  private WeightedGraph(
      int nodeCount, CsrGraph finest, RowBlocks blocks, int constraints, int[] weights) {
    this.nodeCount = nodeCount;
    this.blocks = blocks;
    this.rowStarts = finest == null ? null : finest.rowStarts();
    this.neighbors = finest == null ? null : finest.neighbors();
    this.arcCount = finest == null ? blocks.arcCount() : finest.edgeCount();
    this.targetBits = finest == null ? blocks.targetBits() : FINEST_TARGET_BITS;
    this.targetMask = (1 << targetBits) - 1;
    this.constraints = constraints;
    this.weights = weights;
    this.totals = sums(weights, constraints);
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
    int nodes = graph.nodeCount();
    return new WeightedGraph(nodes, graph, null, constraints, weights);
  }

  /** A coarser level. */
  static WeightedGraph coarse(RowBlocks blocks, int constraints, int[] weights) {
    return new WeightedGraph(blocks.nodes(), null, blocks, constraints, weights);
  }

  /**
   * The nodes given and the edges among them.
   *
   * @param idOf for every node of the whole its place in {@code nodes}, or −1
   */
  public static WeightedGraph induced(WeightedGraph whole, int[] nodes, int[] idOf) {
    int constraints = whole.constraints;
    int[] weights = new int[nodes.length * constraints];
    var blocks = new RowBlocks(nodes.length);
    var writer = blocks.new Writer();
    var row = new Row();
    for (int block = 0; block < blocks.count(); block++) {
      for (int i = writer.begin(block); i < writer.end(); i++) {
        System.arraycopy(
            whole.weights, nodes[i] * constraints, weights, i * constraints, constraints);
        whole.read(nodes[i], row);
        int[] arcs = row.arcs();
        writer.reserve(row.to() - row.from());
        for (int e = row.from(); e < row.to(); e++) {
          int target = idOf[whole.target(arcs[e])];
          if (target >= 0) {
            writer.add(target, whole.weight(arcs[e]));
          }
        }
        writer.endRow();
      }
      writer.endBlock();
    }
    return coarse(blocks, constraints, weights);
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
    return blocks == null ? (int) (rowStart(node + 1L) - rowStart(node)) : blocks.degree(node);
  }

  private long rowStart(long node) {
    return rowStarts.get(JAVA_LONG_UNALIGNED, node * Long.BYTES);
  }

  /** Finds the arcs of a node. */
  public void read(int node, Row row) {
    if (blocks != null) {
      blocks.read(node, row);
      return;
    }
    long start = rowStart(node);
    int degree = (int) (rowStart(node + 1L) - start);
    int[] into = row.fill(degree);
    for (int i = 0; i < degree; i++) {
      into[i] = neighbors.get(JAVA_INT_UNALIGNED, (start + i) * Integer.BYTES);
    }
  }

  public int target(int arc) {
    return arc & targetMask;
  }

  public int weight(int arc) {
    return (arc >>> targetBits) + 1;
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
}
