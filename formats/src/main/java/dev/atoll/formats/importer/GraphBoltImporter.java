package dev.atoll.formats.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.atoll.formats.JsonFile;
import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.array.EdgeArray;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.formats.spool.EdgeSpool;
import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.SplitRoles;
import dev.atoll.formats.text.CsvEdges;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.CsrOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * A GraphBolt on-disk dataset in its raw form.
 *
 * <pre>
 *   metadata.yaml
 *     dataset_name: tiny
 *     graph:
 *       nodes: [{num: 3}]
 *       edges: [{format: csv, path: edges.csv}]          src,dst per line; or numpy [2, E]
 *     feature_data:
 *       - {domain: node, name: feat, format: numpy, path: feat.npy}      the first of two dimensions
 *     tasks:
 *       - name: node_classification
 *         num_classes: 7
 *         train_set: [{data: [{name: seeds, format: numpy, path: train.npy},
 *                             {name: labels, format: numpy, path: train-labels.npy}]}]
 *         validation_set: …
 *         test_set: …
 * </pre>
 *
 * Paths are relative to the folder. Graphs with node or edge types and PyTorch files are refused.
 */
final class GraphBoltImporter implements Importer {
  static final String METADATA = "metadata.yaml";
  private static final int MOST_KEYS = 12;

  @Override
  public String name() {
    return "graphbolt";
  }

  @Override
  public String files() {
    return "folder of metadata.yaml and what it lists";
  }

  @Override
  public boolean recognizes(Path source) {
    return Files.isRegularFile(source.resolve(METADATA));
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    Path file = source.resolve(METADATA);
    try (Arena arena = Arena.ofShared()) {
      JsonNode metadata = new YAMLMapper().readTree(file.toFile());
      if (!metadata.isObject()) {
        throw BadDataException.at(
            file, "expected keys such as 'graph', found %s".formatted(metadata.getNodeType()));
      }
      new Reading(source, metadata, options, writer, arena).run();
    } catch (JsonProcessingException e) {
      throw JsonFile.bad(file, e);
    }
  }

  private record Reading(
      Path folder, JsonNode metadata, ImportOptions options, DatasetWriter writer, Arena arena) {

    void run() throws IOException {
      JsonNode kind = only(metadata.path("graph").path("nodes"), "graph.nodes");
      long nodes = whole(need(kind, "num"), "graph.nodes.num");
      features(nodes);
      graph(nodes);
      JsonNode tasks = metadata.path("tasks");
      if (!tasks.isEmpty()) {
        task(tasks.get(0), nodes);
      }
    }

    private BadDataException bad(String message) {
      return BadDataException.at(folder.resolve(METADATA), message);
    }

    private JsonNode need(JsonNode node, String key) {
      if (!node.has(key)) {
        throw bad("'%s' is missing beside %s".formatted(key, keys(node)));
      }
      return node.get(key);
    }

    private static List<String> keys(JsonNode node) {
      return node.properties().stream().map(Map.Entry::getKey).limit(MOST_KEYS).toList();
    }

    private long whole(JsonNode number, String key) {
      if (!number.canConvertToInt() || !number.isIntegralNumber() || number.intValue() < 0) {
        throw bad("'%s' is not a whole number from 0 to %d".formatted(key, Integer.MAX_VALUE));
      }
      return number.intValue();
    }

    /** The one entry of a list that would have one per type. */
    private JsonNode only(JsonNode list, String key) {
      if (list.size() != 1 || list.get(0).path("type").asText().contains(":")) {
        throw bad(
            "%s has %d entries; one is expected: graphs of several types are not read"
                .formatted(key, list.size()));
      }
      return list.get(0);
    }

    private Path path(JsonNode entry) throws IOException {
      return InnerPath.resolve(folder, need(entry, "path").asText(), folder.resolve(METADATA));
    }

    private NpyArray array(JsonNode entry) throws IOException {
      String format = need(entry, "format").asText();
      if (!format.equals("numpy")) {
        throw bad(
            "format '%s' of %s; expected numpy. PyTorch files are not read"
                .formatted(format, entry.path("path").asText()));
      }
      return Npy.map(path(entry), arena);
    }

    private void graph(long nodes) throws IOException {
      JsonNode edges = only(metadata.path("graph").path("edges"), "graph.edges");
      CsrOptions rule = options.edges().apply(false, writer);
      if (!need(edges, "format").asText().equals("csv")) {
        writer.graph(new EdgeArray(array(edges), nodes), rule);
        return;
      }
      var table = new CsvEdges(path(edges), ColumnChoice.RECOGNIZED, false, writer);
      try (EdgeSpool spool = new EdgeSpool(writer.scratchFile("edges.spool"), table.weighted())) {
        table.collect(spool, nodes);
        SizeLimits.nodes(
            folder.resolve(METADATA), nodes, Math.max(spool.count(), writer.rowsRead()));
        spool.graph(nodes, rule, writer);
      }
    }

    private void features(long nodes) throws IOException {
      boolean found = false;
      for (JsonNode entry : metadata.path("feature_data")) {
        String name = entry.path("name").asText();
        boolean usable = entry.path("domain").asText().equals("node") && !found;
        NpyArray rows = usable ? array(entry) : null;
        if (rows != null && rows.shape().size() == 2) {
          writer.features(rows.require(nodes, -1));
          found = true;
        } else {
          writer.note(
              "feature '%s' of domain '%s' left out"
                  .formatted(name, entry.path("domain").asText()));
        }
      }
    }

    private void task(JsonNode task, long nodes) throws IOException {
      SplitRoles roles = new SplitRoles(writer, "split", nodes);
      MemorySegment labels = arena.allocate(ValueLayout.JAVA_INT, nodes);
      labels.fill((byte) -1);
      boolean labelled = set(task.path("train_set"), Split.TRAIN, roles, labels);
      labelled |= set(task.path("validation_set"), Split.VALIDATION, roles, labels);
      labelled |= set(task.path("test_set"), Split.TEST, roles, labels);
      if (labelled) {
        NpyArray rows = NpyArray.of(folder + "(labels)", labels, NpyType.INT32, nodes);
        if (task.has("num_classes")) {
          writer.labels(rows, (int) whole(task.get("num_classes"), "num_classes"));
        } else {
          LabelRows.write(rows, writer);
        }
      }
    }

    /** Takes the nodes of one set, and their classes if the set has any. */
    private boolean set(JsonNode sets, int role, SplitRoles roles, MemorySegment labels)
        throws IOException {
      boolean labelled = false;
      for (JsonNode set : sets) {
        NpyArray seeds = null;
        NpyArray classes = null;
        for (JsonNode entry : set.path("data")) {
          switch (entry.path("name").asText()) {
            case "seeds", "seed_nodes" -> seeds = array(entry).require(-1);
            case "labels" -> classes = array(entry);
            default -> writer.note("'%s' of a set left out".formatted(entry.path("name").asText()));
          }
        }
        if (seeds == null) {
          throw bad("a set without seeds beside " + keys(set));
        }
        assign(seeds, classes, role, roles, labels);
        labelled |= classes != null;
      }
      return labelled;
    }

    private static void assign(
        NpyArray seeds, NpyArray classes, int role, SplitRoles roles, MemorySegment labels) {
      LongUnaryOperator nodes = seeds.longs();
      LongUnaryOperator values = classes == null ? null : classes.longs();
      if (classes != null && classes.elementCount() != seeds.elementCount()) {
        throw BadDataException.at(
            classes.origin(),
            "%d labels for %d seeds".formatted(classes.elementCount(), seeds.elementCount()));
      }
      for (long i = 0; i < seeds.elementCount(); i++) {
        roles.set(nodes.applyAsLong(i), role, seeds.origin());
        if (values != null) {
          long label = values.applyAsLong(i);
          if (label < -1 || label >= Integer.MAX_VALUE) {
            throw BadDataException.at(
                classes.origin(),
                "row %d: class %d; expected whole numbers from 0, or -1 for unknown"
                    .formatted(i, label));
          }
          labels.setAtIndex(ValueLayout.JAVA_INT, nodes.applyAsLong(i), (int) label);
        }
      }
    }
  }
}
