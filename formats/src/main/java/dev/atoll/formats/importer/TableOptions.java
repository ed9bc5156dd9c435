package dev.atoll.formats.importer;

import dev.atoll.formats.table.UnknownRule;
import dev.atoll.formats.table.nodes.ColumnOptions;
import dev.atoll.formats.text.HeaderRule;
import java.nio.file.Path;
import java.util.List;

/**
 * The user's options for tables.
 *
 * @param moreEdges further files of the edge table
 * @param nodes files of the node table
 * @param header whether the first line of text names the columns
 * @param unknown the treatment of edges to ids without a row
 * @param columns how columns are read
 */
public record TableOptions(
    List<Path> moreEdges,
    List<Path> nodes,
    HeaderRule header,
    UnknownRule unknown,
    ColumnOptions columns) {

  /** Everything is recognised from the files. */
  public static final TableOptions RECOGNIZED =
      new TableOptions(
          List.of(), List.of(), HeaderRule.AUTO, UnknownRule.REFUSE, ColumnOptions.RECOGNIZED);

  public TableOptions withMoreEdges(List<Path> files) {
    return new TableOptions(files, nodes, header, unknown, columns);
  }

  public TableOptions withNodes(List<Path> files) {
    return new TableOptions(moreEdges, files, header, unknown, columns);
  }

  public TableOptions with(HeaderRule rule) {
    return new TableOptions(moreEdges, nodes, rule, unknown, columns);
  }

  public TableOptions with(UnknownRule rule) {
    return new TableOptions(moreEdges, nodes, header, rule, columns);
  }

  public TableOptions with(ColumnOptions wanted) {
    return new TableOptions(moreEdges, nodes, header, unknown, wanted);
  }
}
