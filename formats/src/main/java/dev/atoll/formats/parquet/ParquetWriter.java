package dev.atoll.formats.parquet;

import dev.atoll.files.AtomicFile;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a flat Parquet table row by row: plain, uncompressed, without nulls, which every reader
 * understands. The file appears complete, when it is finished, or not at all.
 *
 * <pre>{@code
 * var columns = List.of(Column.text("id"), Column.whole("class"), Column.real("p0"));
 * try (var table = new ParquetWriter(path, columns)) {
 *   table.text("anna").whole(3).real(0.9f).endRow();
 *   table.finish();
 * }
 * }</pre>
 */
public final class ParquetWriter implements AutoCloseable {
  private static final int ROWS_PER_GROUP = 1 << 16;
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** A column to write. */
  public record Column(String name, ParquetColumn.Type type) {
    /** Whole numbers (int64). */
    public static Column whole(String name) {
      return new Column(name, ParquetColumn.Type.INT64);
    }

    /** Real numbers (float32). */
    public static Column real(String name) {
      return new Column(name, ParquetColumn.Type.FLOAT);
    }

    /** Text. */
    public static Column text(String name) {
      return new Column(name, ParquetColumn.Type.BINARY);
    }

    /** Parquet's number of the type. */
    private int number() {
      return switch (type) {
        case INT64 -> 2;
        case FLOAT -> 4;
        case BINARY -> 6;
        default -> throw new IllegalArgumentException(type + " columns are not written");
      };
    }
  }

  private record Chunk(long offset, int bytes) {}

  private record Group(int rows, List<Chunk> chunks) {}

  private final AtomicFile file;
  private final List<Column> columns;
  private final OutputStream out;
  private final List<ByteArrayOutputStream> cells = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private long written = MAGIC.length;
  private long rows;
  private int groupRows;
  private int next;

  public ParquetWriter(Path target, List<Column> columns) throws IOException {
    this.file = AtomicFile.beside(target);
    this.columns = List.copyOf(columns);
    this.out = new BufferedOutputStream(Files.newOutputStream(file.path()), 1 << 16);
    out.write(MAGIC);
    columns.forEach(column -> cells.add(new ByteArrayOutputStream()));
  }

  public ParquetWriter whole(long value) {
    return put(ParquetColumn.Type.INT64, value, Long.BYTES);
  }

  public ParquetWriter real(float value) {
    return put(ParquetColumn.Type.FLOAT, Float.floatToRawIntBits(value), Float.BYTES);
  }

  public ParquetWriter text(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    put(ParquetColumn.Type.BINARY, bytes.length, Integer.BYTES);
    cells.get(next - 1).writeBytes(bytes);
    return this;
  }

  private ParquetWriter put(ParquetColumn.Type type, long value, int bytes) {
    if (next == columns.size() || columns.get(next).type() != type) {
      throw new IllegalStateException(
          "value %d of a row is a %s, the columns are %s".formatted(next + 1, type, columns));
    }
    ByteArrayOutputStream column = cells.get(next++);
    for (int i = 0; i < bytes; i++) {
      column.write((int) (value >> (8 * i)));
    }
    return this;
  }

  public void endRow() throws IOException {
    if (next != columns.size()) {
      throw new IllegalStateException("%d of %d values in a row".formatted(next, columns.size()));
    }
    next = 0;
    rows++;
    if (++groupRows == ROWS_PER_GROUP) {
      endGroup();
    }
  }

  private void endGroup() throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    for (ByteArrayOutputStream column : cells) {
      var head = new ThriftOutput();
      head.number(1, 0).number(2, column.size()).number(3, column.size());
      head.struct(5).number(1, groupRows).number(2, 0).number(3, 3).number(4, 3).end();
      byte[] headBytes = head.end().bytes();
      out.write(headBytes);
      column.writeTo(out);
      chunks.add(new Chunk(written, headBytes.length + column.size()));
      written += headBytes.length + column.size();
      column.reset();
    }
    groups.add(new Group(groupRows, chunks));
    groupRows = 0;
  }

  /** Writes the remaining rows and the footer, and publishes the file. */
  public void finish() throws IOException {
    if (groupRows > 0) {
      endGroup();
    }
    byte[] footer = footer();
    out.write(footer);
    for (int i = 0; i < Integer.BYTES; i++) {
      out.write(footer.length >> (8 * i));
    }
    out.write(MAGIC);
    out.close();
    file.publish();
  }

  private byte[] footer() {
    var footer = new ThriftOutput();
    footer.number(1, 1);
    footer.list(2, columns.size() + 1);
    footer.element().text(4, "schema").number(5, columns.size()).end();
    for (Column column : columns) {
      footer.element().number(1, column.number()).number(3, 0).text(4, column.name());
      if (column.type() == ParquetColumn.Type.BINARY) {
        footer.number(6, 0); // converted type UTF8
      }
      footer.end();
    }
    footer.wide(3, rows);
    footer.list(4, groups.size());
    for (Group group : groups) {
      group(footer, group);
    }
    footer.text(6, "atoll");
    return footer.end().bytes();
  }

  private void group(ThriftOutput footer, Group group) {
    footer.element().list(1, columns.size());
    long bytes = 0;
    for (int i = 0; i < columns.size(); i++) {
      Chunk chunk = group.chunks().get(i);
      bytes += chunk.bytes();
      footer.element().wide(2, chunk.offset()).struct(3);
      footer.number(1, columns.get(i).number());
      footer.numbers(2, 0, 3);
      footer.texts(3, columns.get(i).name());
      footer.number(4, 0).wide(5, group.rows()).wide(6, chunk.bytes());
      footer.wide(7, chunk.bytes()).wide(9, chunk.offset());
      footer.end().end();
    }
    footer.wide(2, bytes).wide(3, group.rows()).end();
  }

  @Override
  public void close() throws IOException {
    out.close();
    file.close();
  }
}
