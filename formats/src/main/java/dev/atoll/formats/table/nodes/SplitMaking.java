package dev.atoll.formats.table.nodes;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.TableCell;
import dev.atoll.formats.table.TableFile;
import dev.atoll.formats.table.TableRow;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.wording.Choice;
import dev.atoll.graph.wording.Suggestion;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongToIntFunction;
import java.util.stream.IntStream;

/** Makes the split of a node table. */
record SplitMaking(
    List<TableFile> files,
    JoinedColumns columns,
    NodeProfile profile,
    RowNodes rowNodes,
    TableSplit wanted) {
  /** {@code --by time} takes the only column of dates. */
  private static final String TIME = "time";

  private static final double SECONDS = 86_400;

  /**
   * Sets the role of each node; returns a remark on them.
   *
   * @param classOf the class of each node, −1 if it is unknown
   */
  String make(long rows, LongToIntFunction classOf, MemorySegment roles) throws IOException {
    RandomKey key = RandomKey.ofSeed(wanted.seed()).child("split");
    String how;
    if (wanted.by().isEmpty()) {
      wanted.rule().deal(rows, classOf, key, roles);
      how = wanted.rule().stratified() ? "at random within each class" : "at random";
    } else {
      int column = column(wanted.by().get());
      boolean time = profile.of(column).isAll(CellKind.DATE);
      long[] values = values(column, rows, time, key);
      wanted.rule().inOrder(rows, classOf, node -> values[(int) node], roles);
      String name = columns.names().get(column);
      how =
          time
              ? "by time ('%s')".formatted(name)
              : "by '%s', equal values together".formatted(name);
    }
    var split = new Split("split", rows, roles);
    return "split made %s, seed %d: %d train, %d validation, %d test, %d without a role"
        .formatted(
            how,
            wanted.seed(),
            split.count(Split.TRAIN),
            split.count(Split.VALIDATION),
            split.count(Split.TEST),
            split.count(Split.NONE));
  }

  private int column(String by) {
    if (!by.equals(TIME) || columns.names().contains(TIME)) {
      int found = columns.names().indexOf(by);
      if (found < 0) {
        throw BadDataException.at(
            files.getFirst().origin(),
            Choice.SPLIT_BY.text() + ": " + Suggestion.unknown("column", by, columns.names()));
      }
      return found;
    }
    int[] dates =
        IntStream.range(0, columns.names().size())
            .filter(column -> profile.of(column).isAll(CellKind.DATE))
            .toArray();
    if (dates.length != 1) {
      throw BadDataException.at(
          files.getFirst().origin(),
          "%1$s time: expected one column of dates, found %2$d; name the column: %1$s COLUMN"
              .formatted(Choice.SPLIT_BY.text(), dates.length));
    }
    return dates[0];
  }

  /**
   * The values that order nodes: seconds since 1970, or for other columns a random number per
   * value. Missing values come first.
   */
  private long[] values(int column, long rows, boolean time, RandomKey key) throws IOException {
    long[] values = new long[Math.toIntExact(rows)];
    java.util.Arrays.fill(values, Long.MIN_VALUE);
    long firstRow = 0;
    for (int file = 0; file < files.size(); file++) {
      int place = columns.in(file, column);
      long first = firstRow;
      if (place >= 0) {
        files
            .get(file)
            .read(
                Parallel.allCores(),
                new int[] {place},
                () ->
                    (TableRow row) -> {
                      TableCell cell = row.cell(place);
                      long node = rowNodes.node(first + row.index());
                      if (cell.kind() != CellKind.MISSING && node >= 0) {
                        values[(int) node] =
                            time
                                ? Math.round(cell.value() * SECONDS)
                                : key.child(cell.category()).draw(0) >>> 1;
                      }
                    });
      }
      firstRow += profile.rows(file);
    }
    return values;
  }
}
