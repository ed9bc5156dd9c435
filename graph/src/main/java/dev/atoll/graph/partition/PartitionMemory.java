package dev.atoll.graph.partition;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.csr.CsrBuilder;

/**
 * An estimate of the memory that partitioning a graph needs, besides the graph.
 *
 * <pre>
 *   nodes    weights, 4 bytes per node and constraint; orders and marks of the nodes
 *   copy     a directed graph is converted to an undirected one, whose arcs are both directions of
 *            every edge
 * </pre>
 *
 * @param heapBytes in the Java heap
 * @param offHeapBytes outside the heap
 */
public record PartitionMemory(long heapBytes, long offHeapBytes) {
  private static final long MARKS_PER_NODE = 48;
  private static final int ROWS_SAMPLED = 1000;
  private static final int EDGES_PER_ROW = 10;

  /** The memory of a partitioner that reads nodes only. */
  public static PartitionMemory ofNodes(CsrGraph graph, PartitionGoal goal) {
    return new PartitionMemory(
        graph.nodeCount() * MARKS_PER_NODE + weightBytes(graph, goal), /* offHeapBytes= */ 0);
  }

  /** The memory of a partitioner that reads nodes and edges, and keeps nothing per edge. */
  public static PartitionMemory ofEdges(CsrGraph graph, PartitionGoal goal) {
    return new PartitionMemory(ofNodes(graph, goal).heapBytes(), copyBytes(graph));
  }

  /** The weights of all nodes. */
  public static long weightBytes(CsrGraph graph, PartitionGoal goal) {
    return (long) graph.nodeCount() * goal.balance().size() * Integer.BYTES;
  }

  /** The copy that {@link UndirectedGraph} makes of a directed graph; 0 for an undirected one. */
  public static long copyBytes(CsrGraph graph) {
    return isUndirected(graph) ? 0 : CsrBuilder.memoryBytes(graph.nodeCount(), arcs(graph));
  }

  /** Edges of the undirected graph, each counted in both directions. */
  public static long arcs(CsrGraph graph) {
    return isUndirected(graph) ? graph.edgeCount() : 2 * graph.edgeCount();
  }

  /** Decides by the first rows whether each neighbour of a node has it as a neighbour. */
  private static boolean isUndirected(CsrGraph graph) {
    long seen = 0;
    for (long v = 0; v < graph.nodeCount() && seen < ROWS_SAMPLED; v++) {
      for (long i = 0; i < Math.min(EDGES_PER_ROW, graph.inDegree(v)); i++, seen++) {
        if (!hasNeighbor(graph, graph.inNeighbor(v, i), v)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean hasNeighbor(CsrGraph graph, long v, long wanted) {
    for (long i = 0; i < graph.inDegree(v); i++) {
      if (graph.inNeighbor(v, i) == wanted) {
        return true;
      }
    }
    return false;
  }
}
