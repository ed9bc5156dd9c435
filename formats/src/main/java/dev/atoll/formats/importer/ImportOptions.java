package dev.atoll.formats.importer;

import dev.atoll.formats.table.ColumnChoice;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Options of an import.
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
    ColumnChoice columns,
    boolean textIds) {

  /** Everything is recognised from the files. */
  public static final ImportOptions DEFAULT =
      new ImportOptions(
          Optional.empty(),
          Optional.empty(),
          EdgeRule.AS_PUBLISHED,
          Optional.empty(),
          ColumnChoice.RECOGNIZED,
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

  public ImportOptions withColumns(ColumnChoice wanted) {
    return new ImportOptions(format, name, edges, nodes, wanted, textIds);
  }

  public ImportOptions withTextIds() {
    return new ImportOptions(format, name, edges, nodes, columns, true);
  }
}
