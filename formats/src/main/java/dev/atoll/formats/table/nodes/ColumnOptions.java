package dev.atoll.formats.table.nodes;

import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.encode.EncoderChoice;
import java.util.List;
import java.util.Optional;

/**
 * The user's options for the columns of tables.
 *
 * @param choice the columns to read
 * @param textIds whether ids are text even when the first ones are numbers
 * @param duplicates the treatment of differing rows of one node
 * @param encoders how columns become features
 * @param classes the names of the classes, by number; empty to determine them
 * @param split the split to make if there is no column of roles
 */
public record ColumnOptions(
    ColumnChoice choice,
    boolean textIds,
    DuplicateRule duplicates,
    EncoderChoice encoders,
    List<String> classes,
    Optional<TableSplit> split) {
  /** Everything is recognised from the files. */
  public static final ColumnOptions RECOGNIZED =
      new ColumnOptions(
          ColumnChoice.RECOGNIZED,
          false,
          DuplicateRule.REFUSE,
          EncoderChoice.AUTOMATIC,
          List.of(),
          Optional.empty());

  public ColumnOptions with(ColumnChoice wanted) {
    return new ColumnOptions(wanted, textIds, duplicates, encoders, classes, split);
  }

  public ColumnOptions withTextIds() {
    return new ColumnOptions(choice, true, duplicates, encoders, classes, split);
  }

  public ColumnOptions with(DuplicateRule rule) {
    return new ColumnOptions(choice, textIds, rule, encoders, classes, split);
  }

  public ColumnOptions with(EncoderChoice wanted) {
    return new ColumnOptions(choice, textIds, duplicates, wanted, classes, split);
  }

  public ColumnOptions withClasses(List<String> known) {
    return new ColumnOptions(choice, textIds, duplicates, encoders, known, split);
  }

  public ColumnOptions with(TableSplit wanted) {
    return new ColumnOptions(choice, textIds, duplicates, encoders, classes, Optional.of(wanted));
  }
}
