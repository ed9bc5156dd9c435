package dev.atoll.formats.importer;

import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.UnknownRule;
import dev.atoll.formats.table.encode.EncoderChoice;
import dev.atoll.formats.table.nodes.DuplicateRule;
import dev.atoll.formats.table.nodes.TableSplit;
import dev.atoll.formats.text.HeaderRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The user's options for tables.
 *
 * @param moreEdges further files of the edge table
 * @param nodes files of the node table
 * @param columns the columns to read
 * @param textIds whether ids are text even when the first ones are numbers
 * @param header whether the first line of text names the columns
 * @param encoders how columns become features
 * @param classes the names of the classes, by number; empty to determine them
 * @param split the split to make
 * @param duplicates the treatment of differing rows of one node
 * @param unknown the treatment of edges to ids without a row
 */
public record TableOptions(
    List<Path> moreEdges,
    List<Path> nodes,
    ColumnChoice columns,
    boolean textIds,
    HeaderRule header,
    EncoderChoice encoders,
    List<String> classes,
    Optional<TableSplit> split,
    DuplicateRule duplicates,
    UnknownRule unknown) {

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
          Optional.empty(),
          DuplicateRule.REFUSE,
          UnknownRule.REFUSE);

  public TableOptions withMoreEdges(List<Path> files) {
    return new TableOptions(
        files, nodes, columns, textIds, header, encoders, classes, split, duplicates, unknown);
  }

  public TableOptions withNodes(List<Path> files) {
    return new TableOptions(
        moreEdges, files, columns, textIds, header, encoders, classes, split, duplicates, unknown);
  }

  public TableOptions withColumns(ColumnChoice wanted) {
    return new TableOptions(
        moreEdges, nodes, wanted, textIds, header, encoders, classes, split, duplicates, unknown);
  }

  public TableOptions withTextIds() {
    return new TableOptions(
        moreEdges, nodes, columns, true, header, encoders, classes, split, duplicates, unknown);
  }

  public TableOptions withHeader(HeaderRule rule) {
    return new TableOptions(
        moreEdges, nodes, columns, textIds, rule, encoders, classes, split, duplicates, unknown);
  }

  public TableOptions withEncoders(EncoderChoice wanted) {
    return new TableOptions(
        moreEdges, nodes, columns, textIds, header, wanted, classes, split, duplicates, unknown);
  }

  public TableOptions withSplit(TableSplit wanted) {
    return new TableOptions(
        moreEdges,
        nodes,
        columns,
        textIds,
        header,
        encoders,
        classes,
        Optional.of(wanted),
        duplicates,
        unknown);
  }

  public TableOptions withClasses(List<String> known) {
    return new TableOptions(
        moreEdges, nodes, columns, textIds, header, encoders, known, split, duplicates, unknown);
  }

  public TableOptions with(DuplicateRule rule) {
    return new TableOptions(
        moreEdges, nodes, columns, textIds, header, encoders, classes, split, rule, unknown);
  }

  public TableOptions with(UnknownRule rule) {
    return new TableOptions(
        moreEdges, nodes, columns, textIds, header, encoders, classes, split, duplicates, rule);
  }
}
