package dev.atoll.formats.parquet;

import dev.atoll.formats.table.CellParser;
import dev.atoll.formats.table.IdCell;
import dev.atoll.formats.table.TextIndex;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

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
    boolean empty = !column.type().isWhole() && values.from(row) == values.to(row);
    if (values.isNull(row) || empty) {
      throw bad("column '%s' is empty; every row needs an id".formatted(column.name()));
    }
    return this;
  }

  @Override
  public long number() {
    if (column.type().isWhole()) {
      return values.whole(row);
    }
    if (!CellParser.isWhole(values.bytes(), values.from(row), values.to(row))) {
      throw bad("column '%s' is '%s'; expected a whole number".formatted(column.name(), text()));
    }
    return Long.parseLong(text());
  }

  @Override
  public int find(TextIndex index) {
    if (column.type().isWhole()) {
      byte[] text = text().getBytes(StandardCharsets.UTF_8);
      return index.find(text, 0, text.length);
    }
    return index.find(values.bytes(), values.from(row), values.to(row));
  }

  @Override
  public int add(TextIndex index) {
    if (column.type().isWhole()) {
      byte[] text = text().getBytes(StandardCharsets.UTF_8);
      return index.add(text, 0, text.length);
    }
    return index.add(values.bytes(), values.from(row), values.to(row));
  }

  @Override
  public String text() {
    return values.text(row);
  }

  @Override
  public long place() {
    return firstRow + row + 1;
  }

  @Override
  public BadDataException bad(String message) {
    return BadDataException.at(file.path(), "row %d: %s".formatted(firstRow + row + 1, message));
  }
}
