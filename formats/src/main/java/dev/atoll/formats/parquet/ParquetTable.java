package dev.atoll.formats.parquet;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.CellParser;
import dev.atoll.formats.table.TableCell;
import dev.atoll.formats.table.TableFile;
import dev.atoll.formats.table.TableRow;
import dev.atoll.formats.table.TextIndex;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.parallel.Parallel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A table in Parquet, read group by group: columns are unpacked, then rows taken, on all cores. */
public final class ParquetTable implements TableFile {
  private static final int PIECE = 1 << 13;

  private final ParquetFile file;

  public ParquetTable(Path path) throws IOException {
    this.file = ParquetFile.open(path);
  }

  @Override
  public String origin() {
    return file.path().toString();
  }

  @Override
  public List<String> columns() {
    return file.columns().stream().map(ParquetColumn::name).toList();
  }

  @Override
  public boolean named() {
    return true;
  }

  @Override
  public Optional<String> unreadable(int column) {
    ParquetColumn stored = file.columns().get(column);
    if (!stored.unreadable().isEmpty()) {
      return Optional.of(stored.unreadable());
    }
    return stored.isList() && !stored.type().isNumber()
        ? Optional.of("lists of text are not read")
        : Optional.empty();
  }

  @Override
  public void read(int threads, int[] columns, Supplier<Taker> takers) throws IOException {
    long firstRow = 0;
    for (int group = 0; group < file.groups(); group++) {
      ColumnValues[] values = unpacked(threads, group, columns);
      long first = firstRow;
      Parallel.forEachRange(
          threads,
          file.rows(group),
          PIECE,
          (from, to) -> {
            Taker taker = takers.get();
            Row row = new Row(values, first);
            for (long i = from; i < to; i++) {
              taker.take(row.at((int) i));
            }
            taker.end();
          });
      firstRow += file.rows(group);
    }
  }

  private ColumnValues[] unpacked(int threads, int group, int[] columns) throws IOException {
    var values = new ColumnValues[file.columns().size()];
    try {
      Parallel.forEach(
          threads,
          columns.length,
          i -> {
            try {
              values[columns[i]] = file.read(group, file.columns().get(columns[i]));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return values;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** The current row and its current cell. */
  private final class Row implements TableRow, TableCell {
    private final ColumnValues[] all;
    private final long firstRow;
    private final CellParser parser = new CellParser();
    private ColumnValues values;
    private ParquetColumn column;
    private int row;
    private CellKind kind;
    private double number;

    Row(ColumnValues[] all, long firstRow) {
      this.all = all;
      this.firstRow = firstRow;
    }

    Row at(int newRow) {
      row = newRow;
      return this;
    }

    @Override
    public long index() {
      return firstRow + row;
    }

    @Override
    public TableCell cell(int place) {
      column = file.columns().get(place);
      values = all[place];
      number = Double.NaN;
      kind = recognized();
      return this;
    }

    private CellKind recognized() {
      if (column.isList()) {
        return listLength() == 0 ? CellKind.MISSING : CellKind.LIST;
      }
      if (values.isNull(row)) {
        return CellKind.MISSING;
      }
      if (column.meaning() == ParquetColumn.Meaning.DECIMAL) {
        number = decimal().doubleValue();
        return CellKind.NUMBER;
      }
      if (column.type().isText()) {
        CellKind found = parser.kind(values.bytes(), values.from(row), values.to(row));
        number = parser.number();
        return found;
      }
      number = values.number(row);
      if (column.meaning().isDate()) {
        number /= column.meaning().perDay();
        return CellKind.DATE;
      }
      if (column.type() == ParquetColumn.Type.BOOLEAN) {
        return CellKind.BOOLEAN;
      }
      return Double.isNaN(number) ? CellKind.MISSING : CellKind.NUMBER;
    }

    private BigDecimal decimal() {
      BigInteger units =
          column.type().isText()
              ? new BigInteger(Arrays.copyOfRange(values.bytes(), values.from(row), values.to(row)))
              : BigInteger.valueOf(values.whole(row));
      return new BigDecimal(units, column.scale());
    }

    @Override
    public void end() {}

    @Override
    public CellKind kind() {
      return kind;
    }

    @Override
    public double value() {
      return number;
    }

    @Override
    public boolean isWhole() {
      return column.type().isText()
          ? CellParser.isWhole(values.bytes(), values.from(row), values.to(row))
          : isStoredWhole();
    }

    private boolean isStoredWhole() {
      return column.type().isWhole()
          && column.type() != ParquetColumn.Type.BOOLEAN
          && column.meaning() == ParquetColumn.Meaning.PLAIN;
    }

    @Override
    public void pass(TextIndex.Taker taker) {
      if (column.type().isText()) {
        taker.take(values.bytes(), values.from(row), values.to(row));
      } else {
        byte[] text = text().getBytes(StandardCharsets.UTF_8);
        taker.take(text, 0, text.length);
      }
    }

    @Override
    public int listLength() {
      return values.start(row + 1) - values.start(row);
    }

    @Override
    public double listValue(int place) {
      return values.number(values.start(row) + place);
    }

    @Override
    public long number() {
      if (!isWhole()) {
        throw bad("column '%s' is '%s'; expected a whole number".formatted(column.name(), text()));
      }
      return column.type().isText() ? Long.parseLong(text()) : values.whole(row);
    }

    @Override
    public int find(TextIndex index) {
      int[] found = {-1};
      pass((data, from, to) -> found[0] = index.find(data, from, to));
      return found[0];
    }

    @Override
    public int add(TextIndex index) {
      int[] before = {-1};
      pass((data, from, to) -> before[0] = index.add(data, from, to));
      return before[0];
    }

    @Override
    public String text() {
      if (column.type().isText() && column.meaning() == ParquetColumn.Meaning.PLAIN) {
        return values.text(row);
      }
      return switch (kind) {
        case MISSING -> "";
        case LIST -> "a list of %d numbers".formatted(listLength());
        case BOOLEAN -> number != 0 ? "true" : "false";
        case DATE -> date();
        case NUMBER, TEXT -> isStoredWhole() ? values.text(row) : CellParser.text(number);
      };
    }

    private String date() {
      long day = (long) Math.floor(number);
      String date = LocalDate.ofEpochDay(day).toString();
      long seconds = Math.round((number - day) * 86_400);
      return seconds == 0
          ? date
          : "%s %02d:%02d:%02d".formatted(date, seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    @Override
    public boolean isTyped() {
      return !column.type().isText();
    }

    @Override
    public long place() {
      return index() + 1;
    }

    @Override
    public BadDataException bad(String message) {
      return BadDataException.at(file.path(), "row %d: %s".formatted(index() + 1, message));
    }
  }
}
