package dev.atoll.app.describe;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.dataset.DatasetInfo;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Split;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes a dataset folder. */
public final class DatasetDescription {
  private final Path folder;
  private final DatasetInfo info;
  private final Dataset dataset;
  private final Degrees degrees;

  private DatasetDescription(Path folder, DatasetInfo info, Dataset dataset) {
    this.folder = folder;
    this.info = info;
    this.dataset = dataset;
    this.degrees = Degrees.of(dataset.graph());
  }

  public static Description of(Path folder) throws IOException {
    try (Dataset dataset = DatasetFolder.open(folder)) {
      var description = new DatasetDescription(folder, DatasetFolder.info(folder), dataset);
      return new Description(description.tables(), description.json());
    }
  }

  /** In-degrees of the nodes. */
  private record Degrees(long max, double mean, long isolated) {
    static Degrees of(CsrGraph graph) {
      long max = 0;
      long isolated = 0;
      for (long node = 0; node < graph.nodeCount(); node++) {
        long degree = graph.inDegree(node);
        max = Math.max(max, degree);
        isolated += degree == 0 ? 1 : 0;
      }
      return new Degrees(max, (double) graph.edgeCount() / graph.nodeCount(), isolated);
    }
  }

  private Table facts() {
    Table table =
        Table.untitled()
            .row("name", info.name())
            .row("nodes", Units.count(info.nodes()))
            .row("edges", Units.count(info.edges()) + " (an undirected edge counts twice)")
            .row(
                "in-degree",
                "mean %s, most %s, none at %s nodes"
                    .formatted(
                        Units.number(degrees.mean),
                        Units.count(degrees.max),
                        Units.count(degrees.isolated)));
    if (info.features() != null) {
      table.row(
          "features",
          "%s columns, %s%s"
              .formatted(
                  Units.count(info.features().width()),
                  info.features().type(),
                  info.features().sparse() ? ", sparse" : ""));
    }
    if (info.labels() != null) {
      table.row(
          "classes", info.labels().classes() + (info.labels().multi() ? ", several per node" : ""));
    }
    dataset.metric().ifPresent(metric -> table.row("scored by", metric));
    table.row(
        "in memory",
        "%s of topology, %s of features"
            .formatted(Units.bytes(topologyBytes()), Units.bytes(featureBytes())));
    table.row("on disk", Units.bytes(bytes())).row("folder", folder.toString());
    if (info.licence() != null) {
      table.row("licence", info.licence());
    }
    info.notes().forEach(note -> table.row("note", note));
    return table;
  }

  private long bytes() {
    return info.files().values().stream().mapToLong(DatasetInfo.FileInfo::bytes).sum();
  }

  private long topologyBytes() {
    return (info.nodes() + 1) * Long.BYTES + info.edges() * Integer.BYTES;
  }

  /** As workers hold them: dense elements in float32, sparse ones as a column and a value. */
  private long featureBytes() {
    return dataset
        .features()
        .map(
            features ->
                switch (features) {
                  case Features.Dense dense -> dense.rows() * dense.width() * Float.BYTES;
                  case Features.Sparse sparse ->
                      sparse.rowStarts().byteSize()
                          + sparse.columns().byteSize()
                          + sparse.values().byteSize();
                })
        .orElse(0L);
  }

  private List<Table> tables() {
    List<Table> tables = new ArrayList<>(List.of(facts(), splits()));
    LabelCounts.tableOf(dataset).ifPresent(tables::add);
    return tables;
  }

  private Table splits() {
    Table table = Table.of("split", "train", "validation", "test", "none");
    for (Split split : dataset.splits().values()) {
      table.row(
          split.name(),
          Units.count(split.count(Split.TRAIN)),
          Units.count(split.count(Split.VALIDATION)),
          Units.count(split.count(Split.TEST)),
          Units.count(split.count(Split.NONE)));
    }
    return table;
  }

  private Map<String, ?> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", "dataset");
    json.put("name", info.name());
    json.put("folder", folder.toString());
    json.put("nodes", info.nodes());
    json.put("edges", info.edges());
    json.put("maxDegree", degrees.max);
    json.put("meanDegree", degrees.mean);
    json.put("isolatedNodes", degrees.isolated);
    json.put("features", info.features() == null ? 0 : info.features().width());
    json.put("featureType", info.features() == null ? null : info.features().type());
    json.put("sparseFeatures", info.features() != null && info.features().sparse());
    json.put("classes", info.labels() == null ? 0 : info.labels().classes());
    json.put("multiLabel", info.labels() != null && info.labels().multi());
    json.put("metric", info.metric());
    json.put("licence", info.licence());
    json.put("bytes", bytes());
    json.put("topologyBytes", topologyBytes());
    json.put("featureBytes", featureBytes());
    Map<String, Object> splits = new LinkedHashMap<>();
    for (Split split : dataset.splits().values()) {
      Map<String, Object> counts = new LinkedHashMap<>();
      counts.put("train", split.count(Split.TRAIN));
      counts.put("validation", split.count(Split.VALIDATION));
      counts.put("test", split.count(Split.TEST));
      counts.put("none", split.count(Split.NONE));
      splits.put(split.name(), counts);
    }
    json.put("splits", splits);
    json.put("featureNames", dataset.names().features());
    json.put("classNames", dataset.names().classes());
    json.put("classCounts", LabelCounts.jsonOf(dataset));
    json.put("provenance", info.provenance());
    json.put("notes", info.notes());
    return json;
  }
}
