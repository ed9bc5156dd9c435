package dev.atoll.app.command;

import dev.atoll.app.screen.Screen;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Parallel;
import dev.atoll.graph.Split;
import dev.atoll.graph.generate.NodeData;
import dev.atoll.graph.generate.SyntheticGraph;
import dev.atoll.graph.io.DatasetWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Writes a made-up graph without holding its features in memory. */
record SyntheticDataset(SyntheticGraph graph) {
  void write(Path folder, Screen screen) throws IOException {
    try (DatasetWriter writer = DatasetWriter.create(folder, graph.name());
        Arena arena = Arena.ofShared()) {
      screen.remark("drawing edges");
      writer.graph(graph.edges(), graph.options());
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
}
