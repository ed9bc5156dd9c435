package dev.atoll.formats.text;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.CellParser;
import dev.atoll.formats.table.TableCell;
import dev.atoll.formats.table.TableFile;
import dev.atoll.formats.table.TableRow;
import dev.atoll.formats.table.TextIndex;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A table as text, one line per row. */
public final class CsvTable implements TableFile {
  private final TextFile file;
  private final Dialect dialect;
  private final long firstLine;

  public CsvTable(Path path, HeaderRule header) throws IOException {
    this.file = new TextFile(path);
    this.dialect = Dialect.detect(file, header);
    this.firstLine = firstLine();
  }

  private long firstLine() throws IOException {
    Fields head = file.head(dialect);
    while (head.nextLine()) {
      if (head.line() != dialect.headerLine()) {
        return head.line();
      }
    }
    return 0;
  }

  @Override
  public String origin() {
    return file.path().toString();
  }

  @Override
  public List<String> columns() {
    return dialect.columns();
  }

  @Override
  public boolean named() {
    return dialect.headerLine() > 0;
  }

  @Override
  public Optional<String> unreadable(int column) {
    return Optional.empty();
  }

  @Override
  public void read(int threads, int[] columns, Supplier<Taker> takers) throws IOException {
    long[] next = {firstLine};
    file.forEachBlock(
        threads,
        dialect,
        fields -> {
          Taker taker = takers.get();
          Row row = new Row(fields);
          while (fields.nextLine()) {
            if (fields.line() != dialect.headerLine()) {
              if (threads == 1 && fields.line() != next[0]++) {
                throw fields.badLine(
                    "a blank line or comment before it, inside the table; delete it");
              }
              taker.take(row.start());
            }
          }
          taker.end();
        });
  }

  @Override
  public void close() {}

  /** The current line. */
  private final class Row implements TableRow, TableCell {
    private final Fields fields;
    private final CellParser parser = new CellParser();
    private int next;
    private CellKind kind;

    Row(Fields fields) {
      this.fields = fields;
    }

    Row start() {
      next = 0;
      return this;
    }

    @Override
    public long index() {
      return fields.line() - firstLine;
    }

    @Override
    public TableCell cell(int column) {
      fields.skip(column - next);
      fields.next();
      next = column + 1;
      kind = null;
      return this;
    }

    @Override
    public void end() {
      fields.skip(columns().size() - next);
      fields.requireEnd(columns().size(), columns().size());
    }

    @Override
    public CellKind kind() {
      if (kind == null) {
        kind = parser.kind(fields.data(), fields.from(), fields.to());
      }
      return kind;
    }

    @Override
    public double value() {
      return kind() == CellKind.MISSING ? Double.NaN : parser.number();
    }

    @Override
    public boolean isWhole() {
      return CellParser.isWhole(fields.data(), fields.from(), fields.to());
    }

    @Override
    public void pass(TextIndex.Taker taker) {
      taker.take(fields.data(), fields.from(), fields.to());
    }

    @Override
    public long number() {
      if (!isWhole()) {
        throw bad("expected a whole number of up to 18 digits, found '%s'".formatted(text()));
      }
      return Long.parseLong(text());
    }

    @Override
    public int find(TextIndex index) {
      return index.find(fields.data(), fields.from(), fields.to());
    }

    @Override
    public int add(TextIndex index) {
      return index.add(fields.data(), fields.from(), fields.to());
    }

    @Override
    public String text() {
      return fields.text();
    }

    @Override
    public long place() {
      return fields.line();
    }

    @Override
    public BadDataException bad(String message) {
      return fields.badLine(message);
    }
  }
}
