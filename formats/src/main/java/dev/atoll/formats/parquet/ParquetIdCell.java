package dev.atoll.formats.parquet;

import dev.atoll.formats.table.IdCell;
import dev.atoll.formats.table.TextIndex;
import dev.atoll.graph.BadDataException;
import java.io.IOException;

/** Walks down a column of ids in one group of rows. */
final class ParquetIdCell implements IdCell {
  private final ParquetFile file;
  private final ParquetColumn column;
  private final ColumnValues values;
  private final long firstRow;
  private int row;

  ParquetIdCell(ParquetFile file, ParquetColumn column, int group, long firstRow)
      throws IOException {
    this.file = file;
    this.column = column;
    this.values = file.read(group, column);
    this.firstRow = firstRow;
    if (column.isList() || !(column.type().isWhole() || column.type().isText())) {
      throw BadDataException.at(
          file.path(),
          "column '%s' of %s%s; ids are whole numbers or text"
              .formatted(column.name(), column.isList() ? "lists of " : "", column.type()));
    }
  }

  ParquetIdCell at(int newRow) {
    row = newRow;
    if (values.isNull(row)) {
      throw bad("column '%s' is null; every row needs an id".formatted(column.name()));
    }
    return this;
  }

  @Override
  public long number() {
    return values.whole(row);
  }

  @Override
  public int find(TextIndex index) {
    return index.find(values.bytes(), values.from(row), values.to(row));
  }

  @Override
  public int add(TextIndex index) {
    return index.add(values.bytes(), values.from(row), values.to(row));
  }

  @Override
  public String text() {
    return values.text(row);
  }

  @Override
  public BadDataException bad(String message) {
    return BadDataException.at(file.path(), "row %d: %s".formatted(firstRow + row + 1, message));
  }
}
