package dev.atoll.formats.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.formats.table.ClassColumn;
import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.ColumnNames;
import dev.atoll.formats.table.SplitRoles;
import dev.atoll.formats.table.TableColumns;
import dev.atoll.formats.table.UserIds;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Parallel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A node table, one line per node. The first pass takes the ids in order, the second everything
 * else on all cores.
 */
public final class CsvNodes {
  private static final int SAMPLE = 100;
  private static final int ID = -1;
  private static final int LABEL = -2;
  private static final int SPLIT = -3;
  private static final int UNUSED = -4;

  private final TextFile file;
  private final Dialect dialect;
  private final DatasetWriter writer;
  private final int[] uses; // of each column: one of the above, or the number of the feature
  private final int features;
  private final boolean numberIds;
  private final boolean numberLabels;

  public CsvNodes(Path path, ColumnChoice wanted, boolean textIds, DatasetWriter writer)
      throws IOException {
    this.file = new TextFile(path);
    this.dialect = Dialect.detect(file);
    this.writer = writer;
    var columns = new TableColumns(path.toString(), dialect.columns());
    int id = columns.find(wanted.id(), ColumnNames.ID);
    if (id < 0 && dialect.headerLine() > 0) {
      throw BadDataException.at(
          path, "no id among the columns %s; name the id column".formatted(dialect.columns()));
    }
    id = Math.max(id, 0);
    int label = columns.find(wanted.label(), ColumnNames.LABEL);
    int split = columns.find(wanted.split(), ColumnNames.SPLIT);
    List<List<String>> sample = sample();
    this.uses = new int[dialect.columns().size()];
    Arrays.fill(uses, UNUSED);
    int next = 0;
    for (int column : columns.features(wanted.features(), id, label, split)) {
      boolean asked = !wanted.features().isEmpty();
      if (asked || sample.stream().allMatch(row -> isNumber(row.get(column)))) {
        uses[column] = next++;
      } else {
        writer.note("column '%s' left out: it is text".formatted(dialect.columns().get(column)));
      }
    }
    this.features = next;
    use(id, ID);
    use(label, LABEL);
    use(split, SPLIT);
    int idColumn = id;
    this.numberIds = !textIds && sample.stream().allMatch(row -> CsvEdges.isId(row.get(idColumn)));
    this.numberLabels =
        label < 0 || sample.stream().allMatch(row -> ClassColumn.isNumber(row.get(label)));
  }

  private void use(int column, int as) {
    if (column >= 0) {
      uses[column] = as;
    }
  }

  private List<List<String>> sample() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : file.firstLines(dialect, SAMPLE)) {
      if (row.size() == dialect.columns().size()) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static boolean isNumber(String text) {
    return text.matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?|(?i:|nan|-?inf)");
  }

  /** Reads the whole table; its ids number the ends of edges. */
  public UserIds read(Arena arena) throws IOException {
    UserIds ids = UserIds.empty(numberIds);
    long[] firstLine = {0};
    eachRow(
        1,
        fields -> {
          if (ids.count() == 0) {
            firstLine[0] = fields.line();
          } else if (fields.line() != firstLine[0] + ids.count()) {
            throw fields.badLine("a blank line or comment before it, inside the table");
          }
          fields.skip(idColumn());
          ids.add(new CsvIdCell(fields));
        });
    new Filling(ids.count(), firstLine[0], arena).run();
    ids.write(writer);
    return ids;
  }

  private int idColumn() {
    int column = 0;
    while (uses[column] != ID) {
      column++;
    }
    return column;
  }

  private void eachRow(int threads, TextFile.BlockBody row) throws IOException {
    file.forEachBlock(
        threads,
        dialect,
        fields -> {
          while (fields.nextLine()) {
            if (fields.line() != dialect.headerLine()) {
              row.accept(fields);
            }
          }
        });
  }

  /** The second pass. */
  private final class Filling {
    private final long firstLine;
    private final ClassColumn classes;
    private final MemorySegment cells;
    private final MemorySegment roles;

    Filling(long rows, long firstLine, Arena arena) throws IOException {
      this.firstLine = firstLine;
      this.cells = features == 0 ? MemorySegment.NULL : writer.denseFeatures(rows, features);
      this.classes = has(LABEL) ? new ClassColumn(numberLabels, rows, arena) : null;
      this.roles = has(SPLIT) ? writer.map("split", NpyType.INT8, rows) : MemorySegment.NULL;
    }

    private boolean has(int use) {
      return Arrays.stream(uses).anyMatch(u -> u == use);
    }

    void run() throws IOException {
      eachRow(Parallel.allCores(), fields -> row(fields, fields.line() - firstLine));
      if (classes != null) {
        classes.write(writer);
      }
    }

    private void row(Fields fields, long row) {
      for (int column = 0; column < uses.length; column++) {
        switch (uses[column]) {
          case ID, UNUSED -> fields.next();
          case LABEL -> label(fields, row);
          case SPLIT -> role(fields, row);
          default -> feature(fields, row, column);
        }
      }
      if (fields.hasNext()) {
        throw fields.badLine("more than %d fields".formatted(uses.length));
      }
    }

    private void label(Fields fields, long row) {
      String label = fields.nextText();
      if (!classes.set(row, label)) {
        throw fields.badLine(
            "class '%s'; expected a number from 0, or -1 for unknown".formatted(label));
      }
    }

    private void role(Fields fields, long row) {
      String word = fields.nextText();
      int role =
          SplitRoles.role(word)
              .orElseThrow(
                  () ->
                      fields.badLine(
                          "split '%s'; expected train, val, test or nothing".formatted(word)));
      roles.set(JAVA_BYTE, row, (byte) role);
    }

    private void feature(Fields fields, long row, int column) {
      float value = (float) fields.nextDouble();
      if (!Float.isFinite(value)) {
        throw fields.badLine(
            "column '%s' is %s; every feature must be a finite number"
                .formatted(dialect.columns().get(column), value));
      }
      cells.set(JAVA_FLOAT_UNALIGNED, (row * features + uses[column]) * Float.BYTES, value);
    }
  }
}
