package dev.atoll.graph.csr;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.order.Ordering;

/**
 * New graphs from old ones. Each takes time linear in the graph, leaves the old graph unchanged and
 * allocates the new one in the storage.
 *
 * <pre>{@code
 * var into = new GraphOperations(Storage.in(arena), threads);
 * CsrGraph gcn = into.withSelfLoops(into.symmetrized(graph));
 * }</pre>
 *
 * <p>Edges keep their data; for an edge present in both directions, {@link #symmetrized} takes the
 * data of the heavier.
 *
 * <p>Rows keep the order of their neighbours, except in {@link #symmetrized}, where they ascend.
 */
public record GraphOperations(Storage storage, int threads) {
  /** The graph with every edge in both directions and without duplicates. */
  public CsrGraph symmetrized(CsrGraph graph) {
    var options = CsrOptions.AS_GIVEN.symmetrized().deduplicated();
    return new CsrBuilder(options, threads).build(new GraphEdges(graph), graph.data(), storage);
  }

  /**
   * The graph with exactly one self-loop at every node, before its first neighbour with a greater
   * number, so that an ascending row stays ascending. A new self-loop has weight 1.
   */
  public CsrGraph withSelfLoops(CsrGraph graph) {
    return write(graph, (node, row) -> addWithLoop(graph, node, row));
  }

  private static void addWithLoop(CsrGraph graph, int node, RowBuffer row) {
    long loop = firstLoop(graph, node);
    boolean added = false;
    for (long edge = graph.rowStart(node); edge < graph.rowStart(node + 1L); edge++) {
      int source = graph.source(edge);
      if (source > node && !added) {
        row.add(node, loop);
        added = true;
      }
      if (source != node) {
        row.add(source, edge);
      }
    }
    if (!added) {
      row.add(node, loop);
    }
  }

  private static long firstLoop(CsrGraph graph, int node) {
    for (long edge = graph.rowStart(node); edge < graph.rowStart(node + 1L); edge++) {
      if (graph.source(edge) == node) {
        return edge;
      }
    }
    return EdgeData.ADDED;
  }

  public CsrGraph withoutSelfLoops(CsrGraph graph) {
    return new CsrGraph(selected(graph.rows(), (source, target) -> source != target));
  }

  /** The graph with its nodes renumbered; every row keeps its order of neighbours. */
  public CsrGraph relabelled(CsrGraph graph, Ordering order) {
    if (order.nodeCount() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "an order of %d nodes does not fit a graph of %d"
              .formatted(order.nodeCount(), graph.nodeCount()));
    }
    return write(
        graph,
        (node, row) -> {
          long old = order.oldOf(node);
          for (long edge = graph.rowStart(old); edge < graph.rowStart(old + 1); edge++) {
            row.add(order.newOf(graph.source(edge)), edge);
          }
        });
  }

  private CsrGraph write(CsrGraph graph, RowByRow.RowMaker maker) {
    return new CsrGraph(new RowByRow(storage, threads).write(graph.rows(), maker));
  }

  /** Says which edges stay. */
  @FunctionalInterface
  public interface EdgeSelector {
    /** Whether the edge from a node to the node of a row stays. */
    boolean keeps(int source, int target);
  }

  /** The rows with some of their edges. */
  public RowSlice selected(RowSlice rows, EdgeSelector selector) {
    return new RowByRow(storage, threads)
        .write(
            rows,
            (row, into) -> {
              int target = rows.firstRow() + row;
              for (long edge = rows.rowStart(row); edge < rows.rowStart(row + 1L); edge++) {
                if (selector.keeps(rows.source(edge), target)) {
                  into.add(rows.source(edge), edge);
                }
              }
            });
  }

  /**
   * Whether every edge comes as often in one direction as in the other. Compares the sums of a
   * 64-bit hash over all edges and over all reversed edges, so the order of neighbours does not
   * matter and nothing is allocated; a graph that is not symmetric passes with probability 2⁻⁶⁴.
   */
  public static boolean isSymmetric(CsrGraph graph, int threads) {
    return new GraphEdges(graph).sum(threads, (a, b) -> hash(a, b) - hash(b, a)) == 0;
  }

  private static long hash(long source, long target) {
    return RandomKey.mix(RandomKey.mix(source + 1) + target);
  }
}
