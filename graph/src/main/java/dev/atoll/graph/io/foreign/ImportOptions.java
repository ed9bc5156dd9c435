package dev.atoll.graph.io.foreign;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a user may say about an import.
 *
 * @param format the importer's name; empty to recognise it from the files
 * @param name the dataset's name; empty to take it from the source
 * @param edges which direction edges have
 * @param nodes the node table that goes with a single edge table
 * @param columns which columns of tables to take
 * @param textIds whether ids are text even when the first ones are numbers
 */
public record ImportOptions(
    Optional<String> format,
    Optional<String> name,
    EdgeRule edges,
    Optional<Path> nodes,
    Columns columns,
    boolean textIds) {

  /** Everything recognised, nothing said. */
  public static final ImportOptions DEFAULT =
      new ImportOptions(
          Optional.empty(),
          Optional.empty(),
          EdgeRule.AS_PUBLISHED,
          Optional.empty(),
          Columns.RECOGNIZED,
          false);

  public ImportOptions withFormat(String wanted) {
    return new ImportOptions(Optional.of(wanted), name, edges, nodes, columns, textIds);
  }

  public ImportOptions withName(String wanted) {
    return new ImportOptions(format, Optional.of(wanted), edges, nodes, columns, textIds);
  }

  public ImportOptions withEdges(EdgeRule wanted) {
    return new ImportOptions(format, name, wanted, nodes, columns, textIds);
  }

  public ImportOptions withNodes(Path table) {
    return new ImportOptions(format, name, edges, Optional.of(table), columns, textIds);
  }

  public ImportOptions withColumns(Columns wanted) {
    return new ImportOptions(format, name, edges, nodes, wanted, textIds);
  }

  public ImportOptions withTextIds() {
    return new ImportOptions(format, name, edges, nodes, columns, true);
  }

  /**
   * Columns of tables, by the name in the header or by number from 1; empty where they are to be
   * recognised.
   *
   * @param features empty for all columns that have no other use
   */
  public record Columns(
      Optional<String> source,
      Optional<String> target,
      Optional<String> id,
      Optional<String> label,
      Optional<String> split,
      List<String> features) {
    public static final Columns RECOGNIZED =
        new Columns(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
  }
}
