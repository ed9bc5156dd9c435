package dev.atoll.formats.importer;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.parquet.ParquetEdges;
import dev.atoll.formats.parquet.ParquetFile;
import dev.atoll.formats.parquet.ParquetNodes;
import dev.atoll.formats.table.TableGraph;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tables of edges and nodes in Parquet: one file of edges, or a folder of {@code edges.parquet} and
 * {@code nodes.parquet}.
 *
 * <pre>
 *   edges    src, dst: whole numbers or text; a column weight of numbers is kept; others are left out
 *   nodes    id, label, split, and features: columns of numbers, or one column of equally long lists
 * </pre>
 *
 * Columns and ids are treated as in {@link CsvImporter}.
 */
final class ParquetImporter implements Importer {
  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public String files() {
    return "edge table .parquet, or folder of edges.parquet and nodes.parquet";
  }

  @Override
  public boolean recognizes(Path source) {
    return Files.isDirectory(source)
        ? Files.isRegularFile(source.resolve("edges.parquet"))
        : source.toString().endsWith(".parquet");
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    boolean single = !Files.isDirectory(source);
    Path edges = single ? source : source.resolve("edges.parquet");
    Path beside = source.resolve("nodes.parquet");
    Optional<Path> nodes =
        options
            .nodes()
            .or(() -> !single && Files.exists(beside) ? Optional.of(beside) : Optional.empty());
    if (!Files.isRegularFile(edges)) {
      throw BadDataException.at(source, "no edges.parquet here");
    }
    var rule = options.edges().apply(true, writer);
    try (ParquetFile edgeFile = ParquetFile.open(edges)) {
      var graph =
          new TableGraph(new ParquetEdges(edgeFile, options.columns(), writer), rule, writer);
      if (nodes.isEmpty()) {
        graph.write();
        return;
      }
      try (ParquetFile nodeFile = ParquetFile.open(nodes.get())) {
        graph.write(new ParquetNodes(nodeFile, options.columns(), writer).read());
      }
    }
  }
}
