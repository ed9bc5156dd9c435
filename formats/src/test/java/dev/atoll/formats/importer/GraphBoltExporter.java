package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.atoll.formats.PendingFolder;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * Writes a dataset as the raw form of a GraphBolt on-disk dataset ({@link GraphBoltImporter} draws
 * it): edges, dense features, and the default split as a node classification task.
 */
final class GraphBoltExporter {
  private static final YAMLMapper YAML = new YAMLMapper();

  private final Dataset dataset;
  private final PendingFolder pending;
  private final Arena arena;

  private GraphBoltExporter(Dataset dataset, PendingFolder pending, Arena arena) {
    this.dataset = dataset;
    this.pending = pending;
    this.arena = arena;
  }

  /** Writes the folder whole, or nothing. */
  public static void write(Dataset dataset, Path folder) throws IOException {
    try (PendingFolder pending = PendingFolder.beside(folder);
        Arena arena = Arena.ofShared()) {
      new GraphBoltExporter(dataset, pending, arena).run();
      pending.publish();
    }
  }

  private void run() throws IOException {
    ObjectNode metadata = YAML.createObjectNode();
    metadata.put("dataset_name", dataset.name());
    ObjectNode graph = metadata.putObject("graph");
    graph.putArray("nodes").addObject().put("num", dataset.graph().nodeCount());
    file(graph.putArray("edges").addObject(), edges(), "edges.npy");
    ArrayNode features = metadata.putArray("feature_data");
    if (dataset.features().isPresent()) {
      ObjectNode entry = features.addObject().put("domain", "node").put("name", "feat");
      file(entry, dense(dataset.features().get()), "feat.npy");
    }
    if (dataset.splits().containsKey("split")) {
      task(metadata.putArray("tasks").addObject());
    }
    pending.write(
        GraphBoltImporter.METADATA,
        0,
        path -> {
          YAML.writeValue(path.toFile(), metadata);
          return path;
        });
  }

  private void file(ObjectNode entry, NpyArray array, String name) throws IOException {
    entry.put("format", "numpy").put("path", name);
    pending.write(
        name,
        array.data().byteSize(),
        path -> {
          Npy.write(path, array);
          return path;
        });
  }

  private NpyArray edges() {
    CsrGraph graph = dataset.graph();
    MemorySegment elements = arena.allocate(JAVA_LONG, 2 * graph.edgeCount());
    for (long node = 0; node < graph.nodeCount(); node++) {
      for (long edge = graph.rowStart(node); edge < graph.rowStart(node + 1); edge++) {
        elements.setAtIndex(JAVA_LONG, edge, graph.source(edge));
        elements.setAtIndex(JAVA_LONG, graph.edgeCount() + edge, node);
      }
    }
    return NpyArray.of("edges", elements, NpyType.INT64, 2, graph.edgeCount());
  }

  private NpyArray dense(Features features) {
    return switch (features) {
      case Features.Dense dense -> {
        NpyType type =
            switch (dense.element()) {
              case F32 -> NpyType.FLOAT32;
              case F16 -> NpyType.FLOAT16;
              case BF16 ->
                  throw new BadDataException("bf16 features have no NumPy type to export them as");
            };
        yield NpyArray.of("feat", dense.data(), type, dense.rows(), dense.width());
      }
      case Features.Sparse sparse -> {
        MemorySegment elements = arena.allocate(JAVA_FLOAT, sparse.rows() * sparse.width());
        for (long row = 0; row < sparse.rows(); row++) {
          sparse.copyRow(row, elements, row * sparse.width());
        }
        yield NpyArray.of("feat", elements, NpyType.FLOAT32, sparse.rows(), sparse.width());
      }
    };
  }

  private void task(ObjectNode task) throws IOException {
    task.put("name", "node_classification");
    dataset.labels().ifPresent(labels -> task.put("num_classes", labels.classes()));
    set(task.putArray("train_set"), "train", Split.TRAIN);
    set(task.putArray("validation_set"), "validation", Split.VALIDATION);
    set(task.putArray("test_set"), "test", Split.TEST);
  }

  private void set(ArrayNode sets, String name, int role) throws IOException {
    long[] nodes = dataset.split("split").nodes(role);
    ArrayNode data = sets.addObject().putArray("data");
    file(data.addObject().put("name", "seeds"), longs(nodes), name + "-seeds.npy");
    if (dataset.labels().orElse(null) instanceof Labels.Single labels) {
      long[] classes = new long[nodes.length];
      for (int i = 0; i < nodes.length; i++) {
        classes[i] = labels.of(nodes[i]);
      }
      file(data.addObject().put("name", "labels"), longs(classes), name + "-labels.npy");
    }
  }

  private NpyArray longs(long[] values) {
    return NpyArray.of(
        "values", arena.allocateFrom(JAVA_LONG, values), NpyType.INT64, values.length);
  }
}
