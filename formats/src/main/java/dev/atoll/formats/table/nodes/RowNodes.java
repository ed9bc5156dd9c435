package dev.atoll.formats.table.nodes;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.TableCell;
import dev.atoll.formats.table.TableFile;
import dev.atoll.formats.table.TableRow;
import dev.atoll.formats.table.UserIds;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The nodes that the rows of a table describe: row i is node i, unless ids repeat. Nodes are
 * numbered by the first row of their id.
 */
final class RowNodes {
  private static final int NONE = -1;
  private static final RandomKey KEY = RandomKey.ofSeed(0).child("rows");

  private final List<TableFile> files;
  private final JoinedColumns columns;
  private final NodeProfile profile;
  private final DuplicateRule rule;
  private final UserIds ids;

  /** The node of every row, its complement where the id was there before; null without repeats. */
  private int[] nodeOf;

  private long repeats;
  private long differing;
  private BadDataException problem;

  private RowNodes(
      List<TableFile> files,
      JoinedColumns columns,
      NodeProfile profile,
      DuplicateRule rule,
      UserIds ids) {
    this.files = files;
    this.columns = columns;
    this.profile = profile;
    this.rule = rule;
    this.ids = ids;
  }

  /** Reads all ids in order. */
  static RowNodes read(
      List<TableFile> files,
      JoinedColumns columns,
      NodeProfile profile,
      DuplicateRule rule,
      UserIds ids)
      throws IOException {
    var rows = new RowNodes(files, columns, profile, rule, ids);
    rows.readIds();
    if (rows.nodeOf != null) {
      rows.compare();
      rows.choose();
    }
    return rows;
  }

  UserIds ids() {
    return ids;
  }

  /** The node of a row; −1 where another row describes it. */
  long node(long row) {
    return nodeOf == null ? row : nodeOf[(int) row];
  }

  /** The error of the first row whose id is there already with other values, if it is one. */
  Optional<BadDataException> problem() {
    return Optional.ofNullable(problem);
  }

  /** The fate of rows whose id was there before, in words; empty without such rows. */
  Optional<String> note() {
    if (repeats == 0 || problem != null) {
      return Optional.empty();
    }
    return Optional.of(
        differing == 0
            ? "%d repeated rows of the node table merged".formatted(repeats)
            : "%d rows of the node table have the id of another row, %d of them with other values: the %s row of each id is kept"
                .formatted(repeats, differing, rule == DuplicateRule.LAST ? "last" : "first"));
  }

  private void readIds() throws IOException {
    long firstRow = 0;
    for (int file = 0; file < files.size(); file++) {
      int place = columns.in(file, columns.id());
      String name = files.get(file).columns().get(place);
      long first = firstRow;
      files
          .get(file)
          .read(
              1,
              new int[] {place},
              () ->
                  (TableRow row) -> {
                    TableCell cell = row.cell(place);
                    if (cell.kind() == CellKind.MISSING && cell.text().isEmpty()) {
                      throw row.bad("column '%s' is empty; every node needs an id".formatted(name));
                    }
                    add(first + row.index(), ids.add(cell));
                  });
      firstRow += profile.rows(file);
    }
  }

  private void add(long row, long before) {
    if (before < 0 && nodeOf == null) {
      return;
    }
    if (nodeOf == null) {
      nodeOf = IntStream.range(0, Math.toIntExact(rows())).toArray();
    }
    nodeOf[(int) row] = (int) (before < 0 ? ids.count() - 1 : ~before);
    repeats += before < 0 ? 0 : 1;
  }

  private long rows() {
    return IntStream.range(0, files.size()).mapToLong(profile::rows).sum();
  }

  /**
   * The content of a row.
   *
   * @param hashes hashes of its cells by column; 0 for a missing cell
   * @param place location in the file, for messages
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by Arrays
  private record Content(long[] hashes, String id, String place, TableRowError error) {}

  /** Makes an error that names a row after the row is no longer available. */
  @FunctionalInterface
  private interface TableRowError {
    BadDataException of(String message);
  }

  /** Compares rows of one id. */
  private void compare() throws IOException {
    var repeated = new BitSet();
    for (int node : nodeOf) {
      if (node < 0) {
        repeated.set(~node);
      }
    }
    Map<Integer, Content> contents = contents(repeated);
    int[] first = new int[repeated.length()];
    for (int row = 0; row < nodeOf.length; row++) {
      int node = nodeOf[row];
      if (node >= 0 && repeated.get(node)) {
        first[node] = row;
      } else if (node < 0) {
        compare(contents.get(first[~node]), contents.get(row));
      }
    }
  }

  private void compare(Content first, Content other) {
    int column = Arrays.mismatch(first.hashes(), other.hashes());
    if (column < 0) {
      return;
    }
    differing++;
    if (problem == null && rule == DuplicateRule.REFUSE) {
      problem =
          other
              .error()
              .of(
                  "id '%s' is there twice: column '%s' differs from %s. Correct the table, or keep one row of each id: %s or %s"
                      .formatted(
                          other.id(),
                          columns.names().get(column),
                          first.place(),
                          Choice.DUPLICATES_FIRST.text(),
                          Choice.DUPLICATES_LAST.text()));
    }
  }

  /** The contents of the rows of some nodes, by the numbers of the rows. */
  private Map<Integer, Content> contents(BitSet nodes) throws IOException {
    Map<Integer, Content> contents = new ConcurrentHashMap<>();
    long firstRow = 0;
    for (int p = 0; p < files.size(); p++) {
      TableFile file = files.get(p);
      int[] joined = columns.places().get(p);
      int id = columns.in(p, columns.id());
      long first = firstRow;
      int[] readable =
          IntStream.range(0, joined.length).filter(i -> file.unreadable(i).isEmpty()).toArray();
      file.read(
          Parallel.allCores(),
          readable,
          () ->
              (TableRow row) -> {
                int number = (int) (first + row.index());
                int node = nodeOf[number] < 0 ? ~nodeOf[number] : nodeOf[number];
                if (nodes.get(node)) {
                  contents.put(number, content(file, row, readable, joined, id));
                }
              });
      firstRow += profile.rows(p);
    }
    return contents;
  }

  private Content content(TableFile file, TableRow row, int[] readable, int[] joined, int id) {
    long[] hashes = new long[columns.names().size()];
    String name = "";
    for (int place : readable) {
      TableCell cell = row.cell(place);
      if (cell.kind() != CellKind.MISSING) {
        hashes[joined[place]] = hash(cell);
      }
      name = place == id ? cell.text() : name;
    }
    String where = row.bad("").getMessage().replaceAll(": $", "");
    return new Content(
        hashes,
        name,
        where.replace(file.origin() + ": ", files.size() == 1 ? "" : file.origin() + ", "),
        message -> BadDataException.at(where, message));
  }

  private static long hash(TableCell cell) {
    RandomKey key = KEY;
    if (cell.kind() == CellKind.LIST) {
      for (int i = 0; i < cell.listLength(); i++) {
        key = key.child(Double.doubleToLongBits(cell.listValue(i)));
      }
    } else {
      byte[] text = cell.category().getBytes(StandardCharsets.UTF_8);
      for (byte b : text) {
        key = key.child(b);
      }
    }
    return key.draw(0) | 1;
  }

  /** Leaves one row for each id. */
  private void choose() {
    int[] last = new int[Math.toIntExact(ids.count())];
    for (int row = 0; row < nodeOf.length; row++) {
      last[nodeOf[row] < 0 ? ~nodeOf[row] : nodeOf[row]] = row;
    }
    for (int row = 0; row < nodeOf.length; row++) {
      int node = nodeOf[row] < 0 ? ~nodeOf[row] : nodeOf[row];
      boolean kept = rule == DuplicateRule.LAST ? last[node] == row : nodeOf[row] >= 0;
      nodeOf[row] = kept ? node : NONE;
    }
  }
}
