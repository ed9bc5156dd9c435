package dev.atoll.graph.csr;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.parallel.Parallel;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongBinaryOperator;

/** The edges of a graph, row after row, with their numbers in it. */
public final class GraphEdges implements NumberedEdgeSource {
  private final CsrGraph graph;
  private final RowRanges ranges;

  public GraphEdges(CsrGraph graph) {
    this.graph = graph;
    this.ranges = new RowRanges(graph);
  }

  @Override
  public long nodeCount() {
    return graph.nodeCount();
  }

  @Override
  public int chunkCount() {
    return ranges.count();
  }

  @Override
  public long numberBound() {
    return graph.edgeCount();
  }

  @Override
  public void forEachNumbered(int chunk, NumberedEdgeSink sink) {
    long last = ranges.first(chunk + 1);
    for (long node = ranges.first(chunk); node < last; node++) {
      long end = graph.rowStart(node + 1);
      for (long edge = graph.rowStart(node); edge < end; edge++) {
        sink.accept(graph.source(edge), node, edge);
      }
    }
  }

  /** Sums a value of every edge, with wrap-around, so that the order does not matter. */
  public long sum(int threads, LongBinaryOperator valueOfSourceAndTarget) {
    var sum = new LongAdder();
    Parallel.forEach(
        threads,
        chunkCount(),
        chunk -> {
          long[] part = {0};
          forEach(
              chunk,
              (source, target) -> part[0] += valueOfSourceAndTarget.applyAsLong(source, target));
          sum.add(part[0]);
        });
    return sum.sum();
  }
}
