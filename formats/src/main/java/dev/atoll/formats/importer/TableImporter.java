package dev.atoll.formats.importer;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.table.TablePlan;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Tables of edges and nodes: one file of edges, a folder of its parts, or a folder of both. As
 * text, also {@code .gz}:
 *
 * <pre>
 *   edges.csv            nodes.csv
 *   src,dst,weight       id,label,split,f1,f2
 *   anna,bob,0.5         anna,red,train,0.1,7
 *   bob,carl,1           bob,blue,test,0.3,8
 *                        carl,,,0.2,9
 * </pre>
 *
 * Delimiter (comma, tab, semicolon, bar, spaces) and header are recognised; lines that start with
 * {@code #} or {@code %} are comments. Ids are whole numbers or any text. With a node table, nodes
 * are numbered in its order; without, in ascending order of the ids that occur. The user's ids are
 * stored. A column {@code weight} of the edge table is stored as edge weights: an edge that occurs
 * several times, or in both directions, has the largest of its weights. Columns of the node table
 * other than id, label and split become features.
 *
 * <p>In Parquet, {@code edges.parquet} and {@code nodes.parquet} are each a file or a folder of
 * parts as Spark writes it; features are columns of any type, or equally long lists of numbers.
 */
record TableImporter(String name, String files, Recognition recognition) implements Importer {
  static final TableImporter CSV =
      new TableImporter(
          "csv",
          "edge table .csv/.tsv/.txt(.gz), folder of its parts, or folder of edges.* and nodes.*",
          TableFiles::isText);

  static final TableImporter PARQUET =
      new TableImporter(
          "parquet",
          "edge table .parquet, folder of its parts, or folder of edges.parquet and nodes.parquet",
          TableFiles::isParquet);

  /** Whether a file or folder is such a table. */
  interface Recognition {
    boolean test(Path source) throws IOException;
  }

  @Override
  public boolean recognizes(Path source) throws IOException {
    return recognition.test(source);
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    TableFiles.of(source, options.tables()).write(options.edges(), writer);
  }

  @Override
  public TablePlan plan(Path source, ImportOptions options) throws IOException {
    return TableFiles.of(source, options.tables()).plan();
  }
}
