package dev.atoll.formats.importer;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.table.PlannedColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Tables of edges and nodes in Parquet: one file of edges, or a folder of {@code edges.parquet} and
 * {@code nodes.parquet}, each a file or a folder of parts as Spark writes it.
 *
 * <pre>
 *   edges    src, dst: whole numbers or text; a column weight of numbers is kept; others are left out
 *   nodes    id, label, split, and features: columns of any type, or equally long lists of numbers
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
    return "edge table .parquet, folder of its parts, or folder of edges.parquet and nodes.parquet";
  }

  @Override
  public boolean recognizes(Path source) throws IOException {
    return TableFiles.isParquet(source);
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    TableFiles.of(source, options.tables()).write(options.edges(), writer);
  }

  @Override
  public List<PlannedColumn> plan(Path source, ImportOptions options) throws IOException {
    return TableFiles.of(source, options.tables()).plan();
  }
}
