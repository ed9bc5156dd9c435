package dev.atoll.formats.importer;

import dev.atoll.formats.table.ColumnChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Options of an import.
 *
 * @param format the importer's name; empty to recognise it from the files
 * @param name the dataset's name; empty to take it from the source
 * @param edges which direction edges have
 * @param tables options of tables
 */
public record ImportOptions(
    Optional<String> format, Optional<String> name, EdgeRule edges, TableOptions tables) {

  /** Everything is recognised from the files. */
  public static final ImportOptions DEFAULT =
      new ImportOptions(
          Optional.empty(), Optional.empty(), EdgeRule.AS_PUBLISHED, TableOptions.RECOGNIZED);

  public ImportOptions withFormat(String wanted) {
    return new ImportOptions(Optional.of(wanted), name, edges, tables);
  }

  public ImportOptions withName(String wanted) {
    return new ImportOptions(format, Optional.of(wanted), edges, tables);
  }

  public ImportOptions withEdges(EdgeRule wanted) {
    return new ImportOptions(format, name, wanted, tables);
  }

  public ImportOptions with(TableOptions wanted) {
    return new ImportOptions(format, name, edges, wanted);
  }

  public ImportOptions withNodes(Path table) {
    return with(tables.withNodes(List.of(table)));
  }

  public ImportOptions withColumns(ColumnChoice wanted) {
    return with(tables.with(tables.columns().with(wanted)));
  }

  public ImportOptions withTextIds() {
    return with(tables.with(tables.columns().withTextIds()));
  }
}
