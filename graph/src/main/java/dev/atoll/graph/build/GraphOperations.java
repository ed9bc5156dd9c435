package dev.atoll.graph.build;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.Ordering;
import dev.atoll.graph.Parallel;
import dev.atoll.graph.RandomKey;
import java.lang.foreign.MemorySegment;

/**
 * New graphs from old ones. Each takes time linear in the graph, leaves the old graph as it is and
 * puts the new one into the storage.
 *
 * <pre>{@code
 * var into = new GraphOperations(Storage.in(arena), threads);
 * CsrGraph gcn = into.withSelfLoops(into.symmetrized(graph));
 * }</pre>
 *
 * <p>Edge weights are kept by {@link #symmetrized} (the larger one where an edge is there in both
 * directions) and {@link #relabelled}; the other operations leave them out.
 *
 * <p>Rows keep the order of their neighbours, except where edges change direction ({@link
 * #symmetrized}, {@link #reversed}): there they ascend.
 */
public record GraphOperations(Storage storage, int threads) {
  private static final long ROWS_AT_ONCE = 1 << 12;

  /** Every edge in both directions, none twice. */
  public CsrGraph symmetrized(CsrGraph graph) {
    var options = CsrOptions.AS_GIVEN.symmetrized().deduplicated();
    var edges = new GraphEdges(graph);
    CsrGraph symmetric = new CsrBuilder(options, threads).build(edges, storage);
    return graph.weights().isEmpty()
        ? symmetric
        : new WeightAssignment(symmetric, threads)
            .assign(edges, true, storage.floats(CsrBuilder.EDGE_WEIGHTS, symmetric.edgeCount()));
  }

  /** Every edge reversed. */
  public CsrGraph reversed(CsrGraph graph) {
    return new CsrBuilder(CsrOptions.AS_GIVEN, threads)
        .build(transposed(new GraphEdges(graph)), storage);
  }

  /** Keeps the first of equal edges. */
  public CsrGraph deduplicated(CsrGraph graph) {
    return eachRow(graph, (_, row) -> row.removeRepeats());
  }

  /**
   * Exactly one self-loop at every node, before its first neighbour with a greater number: a row
   * that ascends still does.
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

  /** The same graph with its nodes renumbered; every row keeps its order of neighbours. */
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
    MemorySegment moved = storage.floats(CsrBuilder.EDGE_WEIGHTS, relabelled.edgeCount());
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

  private CsrGraph eachRow(CsrGraph graph, RowChange change) {
    return new RowByRow(storage, threads)
        .write(
            graph.nodeCount(),
            (node, row) -> {
              row.load(graph, node);
              change.change(node, row);
            });
  }

  private static EdgeSource transposed(EdgeSource edges) {
    return new EdgeSource() {
      @Override
      public long nodeCount() {
        return edges.nodeCount();
      }

      @Override
      public int chunkCount() {
        return edges.chunkCount();
      }

      @Override
      public void forEach(int chunk, EdgeSink sink) {
        edges.forEach(chunk, (tail, head) -> sink.accept(head, tail));
      }
    };
  }
}
