package dev.atoll.app.describe;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.dataset.DatasetInfo;
import dev.atoll.formats.dataset.DatasetInfo.FeatureInfo;
import dev.atoll.formats.dataset.DatasetInfo.LabelInfo;
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
import java.util.Optional;

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

  /**
   * Bytes of features in workers: dense elements in float32, sparse ones as a column and a value.
   */
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
    List<Table> tables = new ArrayList<>(List.of(facts()));
    if (!dataset.splits().isEmpty()) {
      tables.add(splits());
    }
    LabelCounts.tableOf(dataset).ifPresent(tables::add);
    return tables;
  }

  private Table splits() {
    Table table = Table.of("split", "train", "validation", "test", "none");
    for (Split split : dataset.splits().values()) {
      SplitSizes sizes = SplitSizes.of(split);
      table.row(
          split.name(),
          Units.count(sizes.train),
          Units.count(sizes.validation),
          Units.count(sizes.test),
          Units.count(sizes.none));
    }
    return table;
  }

  /** The output of {@code info --json}. */
  private record Facts(
      String kind,
      String name,
      String folder,
      long nodes,
      long edges,
      long maxDegree,
      double meanDegree,
      long isolatedNodes,
      int features,
      String featureType,
      boolean sparseFeatures,
      int classes,
      boolean multiLabel,
      String metric,
      String licence,
      long bytes,
      long topologyBytes,
      long featureBytes,
      Map<String, SplitSizes> splits,
      List<String> featureNames,
      List<String> classNames,
      Map<String, LabelCounts.ByRole> classCounts,
      Map<String, String> provenance,
      List<String> notes) {}

  /** Nodes of a split by role. */
  private record SplitSizes(long train, long validation, long test, long none) {
    static SplitSizes of(Split split) {
      return new SplitSizes(
          split.count(Split.TRAIN),
          split.count(Split.VALIDATION),
          split.count(Split.TEST),
          split.count(Split.NONE));
    }
  }

  private Facts json() {
    Optional<FeatureInfo> features = Optional.ofNullable(info.features());
    Optional<LabelInfo> labels = Optional.ofNullable(info.labels());
    Map<String, SplitSizes> splits = new LinkedHashMap<>();
    dataset.splits().values().forEach(split -> splits.put(split.name(), SplitSizes.of(split)));
    return new Facts(
        "dataset",
        info.name(),
        folder.toString(),
        info.nodes(),
        info.edges(),
        degrees.max,
        degrees.mean,
        degrees.isolated,
        features.map(FeatureInfo::width).orElse(0),
        features.map(FeatureInfo::type).orElse(null),
        features.map(FeatureInfo::sparse).orElse(false),
        labels.map(LabelInfo::classes).orElse(0),
        labels.map(LabelInfo::multi).orElse(false),
        info.metric(),
        info.licence(),
        bytes(),
        topologyBytes(),
        featureBytes(),
        splits,
        dataset.names().features(),
        dataset.names().classes(),
        LabelCounts.byClass(dataset),
        info.provenance(),
        info.notes());
  }
}
