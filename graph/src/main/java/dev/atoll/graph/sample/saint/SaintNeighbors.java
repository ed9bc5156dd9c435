package dev.atoll.graph.sample.saint;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The graph that a subgraph's nodes induce, each edge with its correction. Degrees are taken from
 * the graph that subgraphs are drawn from.
 */
final class SaintNeighbors implements NeighborSource {
  private final CsrGraph graph;
  private final SaintNorm norm;
  private final int first;
  private final int nodeCount;

  /** The number of the last subgraph that each node was in. */
  private final int[] lastSubgraph;

  private int subgraph;

  /**
   * @param first the number of the graph's first node
   * @param nodeCount nodes are numbered below this
   */
  SaintNeighbors(CsrGraph graph, SaintNorm norm, int first, int nodeCount) {
    this.graph = graph;
    this.norm = norm;
    this.first = first;
    this.nodeCount = nodeCount;
    this.lastSubgraph = new int[graph.nodeCount()];
  }

  /** Takes these nodes of the graph, counted from 0, and no others. */
  void take(int... nodes) {
    subgraph++;
    Arrays.stream(nodes).forEach(node -> lastSubgraph[node] = subgraph);
  }

  @Override
  public int nodeCount() {
    return nodeCount;
  }

  @Override
  public boolean weighted() {
    return true;
  }

  @Override
  public void pick(
      MemorySegment frontier, int count, int fanout, RandomKey key, NeighborPicks into) {
    long most = 0;
    for (int row = 0; row < count; row++) {
      most += graph.inDegree(local(frontier, row));
    }
    into.begin(count, most, true);
    for (int row = 0; row < count; row++) {
      int target = local(frontier, row);
      for (long edge = graph.rowStart(target); edge < graph.rowStart(target + 1L); edge++) {
        int source = graph.source(edge);
        if (lastSubgraph[source] == subgraph) {
          into.add(first + source, norm.correction(target, edge));
        }
      }
      into.endRow(Math.toIntExact(graph.inDegree(target)));
    }
  }

  private int local(MemorySegment nodes, int place) {
    return nodes.getAtIndex(JAVA_INT_UNALIGNED, place) - first;
  }

  /** A node itself not counted. */
  @Override
  public void degrees(MemorySegment nodes, int count, MemorySegment into) {
    for (int i = 0; i < count; i++) {
      int node = local(nodes, i);
      int degree = 0;
      for (long edge = graph.rowStart(node); edge < graph.rowStart(node + 1L); edge++) {
        degree += graph.source(edge) == node ? 0 : 1;
      }
      into.setAtIndex(JAVA_INT_UNALIGNED, i, degree);
    }
  }
}
