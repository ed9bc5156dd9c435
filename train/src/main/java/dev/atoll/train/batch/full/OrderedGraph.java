package dev.atoll.train.batch.full;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.csr.GraphOperations;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.order.Ordering;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.batch.RowGraph;
import java.lang.foreign.Arena;

/**
 * A graph in the order of its rows on a device. Every row keeps the dataset's order of neighbours,
 * so sums keep theirs.
 */
final class OrderedGraph implements RowGraph, AutoCloseable {
  private final CsrGraph original;
  private final Ordering order;
  private final int threads;
  private final Arena memory = Arena.ofShared();
  private final GraphOperations operations;

  OrderedGraph(CsrGraph original, Ordering order, int threads) {
    this.original = original.withoutData();
    this.order = order;
    this.threads = threads;
    this.operations = new GraphOperations(Storage.in(memory), threads);
  }

  @Override
  public long id(int row) {
    return order.oldOf(row);
  }

  @Override
  public boolean isSymmetric() {
    return GraphOperations.isSymmetric(original, threads);
  }

  @Override
  public HostCsr edges(boolean selfLoops) {
    CsrGraph graph = selfLoops ? operations.withSelfLoops(original) : original;
    CsrGraph ordered = operations.relabelled(graph, order);
    int nodes = ordered.nodeCount();
    return new HostCsr(nodes, nodes, ordered.rowStarts(), ordered.neighbors(), null);
  }

  @Override
  public void close() {
    memory.close();
  }
}
