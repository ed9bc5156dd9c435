package dev.atoll.formats.parquet;

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
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A node table in Parquet, read group by group, its features on all cores. */
public final class ParquetNodes {
  private final ParquetFile file;
  private final DatasetWriter writer;
  private final ParquetColumn id;
  private final ParquetColumn label;
  private final ParquetColumn split;
  private final List<ParquetColumn> features = new ArrayList<>();

  public ParquetNodes(ParquetFile file, ColumnChoice wanted, DatasetWriter writer) {
    this.file = file;
    this.writer = writer;
    var columns =
        new TableColumns(
            file.path().toString(), file.columns().stream().map(ParquetColumn::name).toList());
    int idPlace = columns.find(wanted.id(), ColumnNames.ID);
    if (idPlace < 0) {
      throw BadDataException.at(
          file.path(), "no id among the columns %s; name the id column".formatted(columns.names()));
    }
    int labelPlace = columns.find(wanted.label(), ColumnNames.LABEL);
    int splitPlace = columns.find(wanted.split(), ColumnNames.SPLIT);
    this.id = file.columns().get(idPlace);
    this.label = labelPlace < 0 ? null : file.columns().get(labelPlace);
    this.split = splitPlace < 0 ? null : file.columns().get(splitPlace);
    for (int place : columns.features(wanted.features(), idPlace, labelPlace, splitPlace)) {
      ParquetColumn column = file.columns().get(place);
      if (column.type().isNumber() && column.unreadable().isEmpty()) {
        features.add(column);
      } else {
        writer.note("column '%s' left out: it holds no numbers".formatted(column.name()));
      }
    }
  }

  public UserIds read() throws IOException {
    UserIds ids = UserIds.empty(id.type().isWhole());
    eachGroup(
        (group, firstRow) -> {
          var cell = new ParquetIdCell(file, id, group, firstRow);
          for (int row = 0; row < file.rows(group); row++) {
            ids.add(cell.at(row));
          }
        });
    if (!features.isEmpty()) {
      features(ids.count());
    }
    if (label != null) {
      labels(ids.count());
    }
    if (split != null) {
      roles(ids.count());
    }
    ids.write(writer);
    return ids;
  }

  /** Handles one group of rows. */
  @FunctionalInterface
  private interface GroupBody {
    void accept(int group, long firstRow) throws IOException;
  }

  private void eachGroup(GroupBody body) throws IOException {
    long firstRow = 0;
    for (int group = 0; group < file.groups(); group++) {
      body.accept(group, firstRow);
      firstRow += file.rows(group);
    }
  }

  private BadDataException bad(long row, String message) {
    return BadDataException.at(file.path(), "row %d: %s".formatted(row + 1, message));
  }

  private void features(long rows) throws IOException {
    boolean lists = features.size() == 1 && features.getFirst().isList();
    if (!lists && features.stream().anyMatch(ParquetColumn::isList)) {
      throw BadDataException.at(
          file.path(), "features are either columns of numbers or one column of lists, not both");
    }
    int width = lists ? listWidth() : features.size();
    MemorySegment cells = writer.denseFeatures(rows, width);
    eachGroup(
        (group, firstRow) -> {
          try {
            Parallel.forEach(
                Parallel.allCores(),
                features.size(),
                column -> {
                  try {
                    ColumnValues values = file.read(group, features.get(column));
                    if (lists) {
                      lists(values, group, firstRow, width, cells);
                    } else {
                      column(values, group, firstRow, column, width, cells);
                    }
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
          } catch (UncheckedIOException e) {
            throw e.getCause();
          }
        });
  }

  private int listWidth() throws IOException {
    for (int group = 0; group < file.groups(); group++) {
      if (file.rows(group) > 0) {
        ColumnValues values = file.read(group, features.getFirst());
        return values.start(1) - values.start(0);
      }
    }
    return 0;
  }

  private void column(
      ColumnValues values, int group, long firstRow, int column, int width, MemorySegment cells) {
    String name = features.get(column).name();
    for (int row = 0; row < file.rows(group); row++) {
      double value = values.isNull(row) ? Double.NaN : values.number(row);
      set(cells, firstRow + row, column, width, value, name);
    }
  }

  private void lists(
      ColumnValues values, int group, long firstRow, int width, MemorySegment cells) {
    String name = features.getFirst().name();
    for (int row = 0; row < file.rows(group); row++) {
      int start = values.start(row);
      if (values.start(row + 1) - start != width) {
        throw bad(
            firstRow + row,
            "column '%s' holds %d numbers, the first row %d"
                .formatted(name, values.start(row + 1) - start, width));
      }
      for (int i = 0; i < width; i++) {
        set(cells, firstRow + row, i, width, values.number(start + i), name);
      }
    }
  }

  private void set(
      MemorySegment cells, long row, int column, int width, double number, String name) {
    float value = (float) number;
    if (!Float.isFinite(value)) {
      throw bad(
          row, "column '%s' is %s; every feature must be a finite number".formatted(name, value));
    }
    cells.set(JAVA_FLOAT_UNALIGNED, (row * width + column) * Float.BYTES, value);
  }

  private void labels(long rows) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      var classes = new ClassColumn(label.type().isNumber(), rows, arena);
      eachValue(
          label,
          (row, text) -> {
            if (!classes.set(row, text)) {
              throw bad(
                  row, "class '%s'; expected a number from 0, or -1 for unknown".formatted(text));
            }
          });
      classes.write(writer);
    }
  }

  private void roles(long rows) throws IOException {
    MemorySegment roles = writer.map("split", NpyType.INT8, rows);
    eachValue(
        split,
        (row, word) -> {
          int role =
              SplitRoles.role(word)
                  .orElseThrow(
                      () ->
                          bad(
                              row,
                              "split '%s'; expected train, val, test or nothing".formatted(word)));
          roles.set(JAVA_BYTE, row, (byte) role);
        });
  }

  /** Takes one value as text. */
  @FunctionalInterface
  private interface ValueBody {
    void accept(long row, String text);
  }

  private void eachValue(ParquetColumn column, ValueBody body) throws IOException {
    eachGroup(
        (group, firstRow) -> {
          ColumnValues values = file.read(group, column);
          for (int row = 0; row < file.rows(group); row++) {
            body.accept(firstRow + row, values.text(row));
          }
        });
  }
}
