package dev.atoll.formats.importer;

import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.encode.EncoderChoice;
import dev.atoll.formats.table.nodes.TableSplit;
import dev.atoll.formats.text.HeaderRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The user's options for tables.
 *
 * @param moreEdges further files of the edge table
 * @param nodes files of the node table that goes with the edges
 * @param columns which columns to take
 * @param textIds whether ids are text even when the first ones are numbers
 * @param header whether the first line of text names the columns
 * @param encoders how columns become features
 * @param classes the classes there are, by number; empty to find them
 * @param split to make of the nodes
 */
public record TableOptions(
    List<Path> moreEdges,
    List<Path> nodes,
    ColumnChoice columns,
    boolean textIds,
    HeaderRule header,
    EncoderChoice encoders,
    List<String> classes,
    Optional<TableSplit> split) {

  /** Everything is recognised from the files. */
  public static final TableOptions RECOGNIZED =
      new TableOptions(
          List.of(),
          List.of(),
          ColumnChoice.RECOGNIZED,
          false,
          HeaderRule.AUTO,
          EncoderChoice.AUTOMATIC,
          List.of(),
          Optional.empty());

  public TableOptions withMoreEdges(List<Path> files) {
    return new TableOptions(files, nodes, columns, textIds, header, encoders, classes, split);
  }

  public TableOptions withNodes(List<Path> files) {
    return new TableOptions(moreEdges, files, columns, textIds, header, encoders, classes, split);
  }

  public TableOptions withColumns(ColumnChoice wanted) {
    return new TableOptions(moreEdges, nodes, wanted, textIds, header, encoders, classes, split);
  }

  public TableOptions withTextIds() {
    return new TableOptions(moreEdges, nodes, columns, true, header, encoders, classes, split);
  }

  public TableOptions withHeader(HeaderRule rule) {
    return new TableOptions(moreEdges, nodes, columns, textIds, rule, encoders, classes, split);
  }

  public TableOptions withEncoders(EncoderChoice wanted) {
    return new TableOptions(moreEdges, nodes, columns, textIds, header, wanted, classes, split);
  }

  public TableOptions withSplit(TableSplit wanted) {
    return new TableOptions(
        moreEdges, nodes, columns, textIds, header, encoders, classes, Optional.of(wanted));
  }

  public TableOptions withClasses(List<String> known) {
    return new TableOptions(moreEdges, nodes, columns, textIds, header, encoders, known, split);
  }
}
