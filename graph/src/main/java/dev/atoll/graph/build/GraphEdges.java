package dev.atoll.graph.build;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.WeightedEdgeSource;
import dev.atoll.graph.parallel.Parallel;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongBinaryOperator;

/** The edges of a graph, row after row; each of weight 1 where the graph has no weights. */
public final class GraphEdges implements WeightedEdgeSource {
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
  public void forEachWeighted(int chunk, WeightedEdgeSink sink) {
    boolean weighted = graph.weights().isPresent();
    long end = graph.rowStart(ranges.first(chunk + 1));
    int node = ranges.first(chunk);
    for (long edge = graph.rowStart(node); edge < end; edge++) {
      while (edge >= graph.rowStart(node + 1L)) {
        node++;
      }
      sink.accept(graph.source(edge), node, weighted ? graph.rows().weight(edge) : 1);
    }
  }

  @Override
  public void forEach(int chunk, EdgeSink sink) {
    long last = ranges.first(chunk + 1);
    for (long node = ranges.first(chunk); node < last; node++) {
      long end = graph.rowStart(node + 1);
      for (long edge = graph.rowStart(node); edge < end; edge++) {
        sink.accept(graph.source(edge), node);
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
