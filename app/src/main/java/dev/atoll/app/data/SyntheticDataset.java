package dev.atoll.app.data;

import dev.atoll.app.screen.Screen;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.generate.NodeData;
import dev.atoll.graph.generate.SyntheticGraph;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.recipe.log.Progress;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Writes a synthetic graph without holding its features in memory. */
public record SyntheticDataset(SyntheticGraph graph) {
  public void write(Path folder, Screen screen) throws IOException {
    try (DatasetWriter writer = DatasetWriter.create(folder, graph.name());
        Arena arena = Arena.ofShared()) {
      EdgeSource edges = graph.edges();
      try (Progress progress = screen.progress("drawing edges", "chunks", edges.chunkCount())) {
        writer.graph(new ObservedEdges(edges, progress), graph.options());
      }
      screen.remark("drawing features and classes");
      write(graph.nodeData(), writer, arena);
      writer.provenance("generator", graph.toString());
      writer.finish();
    }
  }

  private static void write(NodeData nodes, DatasetWriter writer, Arena arena) throws IOException {
    int threads = Parallel.allCores();
    MemorySegment labels = arena.allocate(nodes.rows() * Integer.BYTES);
    MemorySegment roles = arena.allocate(nodes.rows());
    NodeData.fill(threads, labels, Integer.BYTES, nodes::labels);
    NodeData.fill(threads, roles, 1, nodes::split);
    writer.labels(new Labels.Single(nodes.rows(), nodes.classes(), labels));
    writer.split(new Split("split", nodes.rows(), roles));
    if (nodes.featureWidth() > 0) {
      NodeData.fill(
          threads,
          writer.denseFeatures(nodes.rows(), nodes.featureWidth()),
          (long) nodes.featureWidth() * Float.BYTES,
          nodes::features);
    }
  }

  /** Edges that report the number of chunks read; more edges than memory are read again. */
  private record ObservedEdges(EdgeSource edges, AtomicLong asked, Progress progress)
      implements EdgeSource {
    ObservedEdges(EdgeSource edges, Progress progress) {
      this(edges, new AtomicLong(), progress);
    }

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
      edges.forEach(chunk, sink);
      progress.update(asked.getAndIncrement() % chunkCount() + 1);
    }
  }
}
