package dev.atoll.graph.build;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;

/** The edges of a graph, row after row. */
public final class GraphEdges implements EdgeSource {
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
  public void forEach(int chunk, EdgeSink sink) {
    for (long node = ranges.first(chunk); node < ranges.first(chunk + 1); node++) {
      long end = graph.rowStart(node + 1);
      for (long edge = graph.rowStart(node); edge < end; edge++) {
        sink.accept(graph.source(edge), node);
      }
    }
  }
}
