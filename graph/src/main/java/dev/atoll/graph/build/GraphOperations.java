package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.MemorySegment;

/**
 * New graphs from old ones. Each takes time linear in the graph, leaves the old graph unchanged and
 * allocates the new one in the storage.
 *
 * <pre>{@code
 * var into = new GraphOperations(Storage.in(arena), threads);
 * CsrGraph gcn = into.withSelfLoops(into.symmetrized(graph));
 * }</pre>
 *
 * <p>Edges keep their weights; for an edge present in both directions, {@link #symmetrized} takes
 * the larger weight.
 *
 * <p>Rows keep the order of their neighbours, except in {@link #symmetrized}, where they ascend.
 */
public record GraphOperations(Storage storage, int threads) {
  private static final long ROWS_AT_ONCE = 1 << 12;

  /** The graph with every edge in both directions and without duplicates. */
  public CsrGraph symmetrized(CsrGraph graph) {
    var options = CsrOptions.AS_GIVEN.symmetrized().deduplicated();
    var edges = new GraphEdges(graph);
    CsrGraph symmetric = new CsrBuilder(options, threads).build(edges, storage);
    return graph.weights().isEmpty()
        ? symmetric
        : new WeightAssignment(symmetric, threads).assign(edges, true, weights(symmetric));
  }

  private MemorySegment weights(CsrGraph graph) {
    return storage.floats(CsrBuilder.EDGE_WEIGHTS, graph.edgeCount());
  }

  /**
   * The graph with exactly one self-loop at every node, before its first neighbour with a greater
   * number, so that an ascending row stays ascending. A new self-loop has weight 1.
   */
  public CsrGraph withSelfLoops(CsrGraph graph) {
    return eachRow(
        graph,
        (node, row) -> {
          row.removeAll(node);
          row.insertBeforeGreater(node);
        });
  }

  public CsrGraph withoutSelfLoops(CsrGraph graph) {
    return eachRow(graph, (node, row) -> row.removeAll(node));
  }

  /** The graph with its nodes renumbered; every row keeps its order of neighbours. */
  public CsrGraph relabelled(CsrGraph graph, Ordering order) {
    if (order.nodeCount() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "an order of %d nodes does not fit a graph of %d"
              .formatted(order.nodeCount(), graph.nodeCount()));
    }
    CsrGraph relabelled =
        new RowByRow(storage, threads)
            .write(
                graph.nodeCount(),
                (node, row) -> {
                  row.load(graph, order.oldOf(node));
                  row.replaceAll(order::newOf);
                });
    return graph
        .weights()
        .map(weights -> relabelled.withWeights(moved(graph, weights, order, relabelled)))
        .orElse(relabelled);
  }

  /** The weights of a graph in the order of its edges after renumbering. */
  private MemorySegment moved(
      CsrGraph graph, MemorySegment weights, Ordering order, CsrGraph relabelled) {
    MemorySegment moved = weights(relabelled);
    Parallel.forEachRange(
        threads,
        relabelled.nodeCount(),
        ROWS_AT_ONCE,
        (from, to) -> {
          for (int node = (int) from; node < to; node++) {
            int old = order.oldOf(node);
            MemorySegment.copy(
                weights,
                graph.rowStart(old) * Float.BYTES,
                moved,
                relabelled.rowStart(node) * Float.BYTES,
                graph.inDegree(old) * Float.BYTES);
          }
        });
    return moved;
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

  @FunctionalInterface
  private interface RowChange {
    void change(int node, RowBuffer row);
  }

  /** Changes rows, which keep the order of the neighbours that stay. */
  private CsrGraph eachRow(CsrGraph graph, RowChange change) {
    CsrGraph changed =
        new RowByRow(storage, threads)
            .write(
                graph.nodeCount(),
                (node, row) -> {
                  row.load(graph, node);
                  change.change(node, row);
                });
    return graph.weights().isEmpty() ? changed : changed.withWeights(kept(graph, changed));
  }

  /** The weights of the edges that are left of a graph. */
  private MemorySegment kept(CsrGraph graph, CsrGraph changed) {
    MemorySegment kept = weights(changed);
    Parallel.forEachRange(
        threads,
        changed.nodeCount(),
        ROWS_AT_ONCE,
        (from, to) -> {
          for (int node = (int) from; node < to; node++) {
            keep(node, graph, changed, kept);
          }
        });
    return kept;
  }

  private static void keep(int node, CsrGraph graph, CsrGraph changed, MemorySegment kept) {
    long old = graph.rowStart(node);
    for (long edge = changed.rowStart(node); edge < changed.rowStart(node + 1L); edge++) {
      int source = changed.source(edge);
      float weight;
      if (source == node) {
        weight = loopWeight(graph, node);
      } else {
        while (graph.source(old) != source) {
          old++;
        }
        weight = graph.rows().weight(old++);
      }
      kept.setAtIndex(JAVA_FLOAT, edge, weight);
    }
  }

  /** The weight of a node's first self-loop; 1 without one. */
  private static float loopWeight(CsrGraph graph, int node) {
    for (long edge = graph.rowStart(node); edge < graph.rowStart(node + 1L); edge++) {
      if (graph.source(edge) == node) {
        return graph.rows().weight(edge);
      }
    }
    return 1;
  }
}
