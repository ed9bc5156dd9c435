package dev.atoll.formats.parquet;

import dev.atoll.formats.parquet.ParquetColumn.Meaning;
import dev.atoll.formats.parquet.Thrift.Struct;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Parquet file.
 *
 * <pre>
 *   'PAR1'
 *   row group*     column chunk*     page*: header (Thrift), data packed by the column's codec
 *   footer         Thrift: schema, rows, row groups with the offset of each column chunk
 *   int32 length of the footer, 'PAR1'
 * </pre>
 *
 * Read are flat columns and lists of numbers, with nulls; plain, dictionary, delta and byte-split
 * encodings; pages of version 1 and 2; uncompressed, Snappy, gzip, Zstandard and LZ4 (raw, or as
 * Hadoop frames it). Others are refused by name. Several threads may read at once.
 */
public final class ParquetFile implements AutoCloseable {
  private static final int MAGIC = 0x31524150; // PAR1

  private final Path path;
  private final FileChannel channel;
  private final List<ParquetColumn> columns = new ArrayList<>();
  private final List<Struct> groups;
  private final long rows;

  private ParquetFile(Path path, FileChannel channel) throws IOException {
    this.path = path;
    this.channel = channel;
    Struct footer = footer();
    this.rows = footer.number(3, 0);
    this.groups = footer.structs(4);
    new Schema(footer.structs(2)).read();
  }

  public static ParquetFile open(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path);
    try {
      return new ParquetFile(path, channel);
    } catch (CorruptParquetException | BufferUnderflowException e) {
      channel.close();
      throw corrupt(path, e);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static BadDataException corrupt(Path path, Exception e) {
    String problem =
        switch (e) {
          case CorruptParquetException _ -> e.getMessage();
          case BufferUnderflowException _ -> "it ends too early";
          default -> "a length or an index is out of range";
        };
    return new BadDataException(
        "%s: corrupt Parquet data: %s; copy the file again".formatted(path, problem), e);
  }

  private Struct footer() throws IOException {
    long size = channel.size();
    if (size < 12) {
      throw BadDataException.at(path, "too short for a Parquet file");
    }
    ByteBuffer tail = read(size - 8, 8);
    int length = tail.getInt();
    if (tail.getInt() != MAGIC || length < 0 || length > size - 12) {
      throw BadDataException.at(
          path, "no Parquet file, or cut off: it does not end with a footer and PAR1");
    }
    return new Thrift(read(size - 8 - length, length)).struct();
  }

  ByteBuffer read(long from, int length) throws IOException {
    if (from < 0 || length < 0 || from + length > channel.size()) {
      throw new CorruptParquetException(
          "%d bytes at %d of a file of %d bytes".formatted(length, from, channel.size()));
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, from + bytes.position()) < 0) {
        throw new CorruptParquetException("the file became shorter while it was read");
      }
    }
    return bytes.flip();
  }

  public Path path() {
    return path;
  }

  public long rows() {
    return rows;
  }

  public List<ParquetColumn> columns() {
    return columns;
  }

  public int groups() {
    return groups.size();
  }

  public int rows(int group) {
    return Math.toIntExact(groups.get(group).number(3, 0));
  }

  /** Reads a column of one group of rows. */
  public ColumnValues read(int group, ParquetColumn column) throws IOException {
    if (!column.unreadable().isEmpty()) {
      throw BadDataException.at(
          path, "column '%s': %s".formatted(column.name(), column.unreadable()));
    }
    List<Struct> chunks = groups.get(group).structs(1);
    if (column.leaf() >= chunks.size()) {
      throw corrupt(
          path,
          new CorruptParquetException(
              "column '%s' is missing from row group %d".formatted(column.name(), group)));
    }
    Struct chunk = chunks.get(column.leaf()).struct(3);
    try {
      return new ChunkReader(this, column, chunk, rows(group)).read();
    } catch (CorruptParquetException
        | BufferUnderflowException
        | IndexOutOfBoundsException
        | NegativeArraySizeException
        | ArithmeticException e) {
      throw corrupt(path, e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Flattens the schema tree into columns. */
  private final class Schema {
    private final List<Struct> elements;
    private int next = 1;
    private int leaf;

    Schema(List<Struct> elements) {
      this.elements = elements;
    }

    void read() {
      if (elements.isEmpty()) {
        throw new CorruptParquetException("no schema");
      }
      for (long i = elements.getFirst().number(5, 0); i > 0; i--) {
        element("", 0, 0, 0);
      }
    }

    private void element(String top, int definition, int repetition, int depth) {
      if (next >= elements.size() || depth > 32) {
        throw new CorruptParquetException("the schema has no end or is nested deeper than 32");
      }
      Struct element = elements.get(next++);
      String name = top.isEmpty() ? element.text(4) : top;
      long kind = element.number(3, 0);
      int defined = definition + (kind == 0 ? 0 : 1);
      int repeated = repetition + (kind == 2 ? 1 : 0);
      long children = element.number(5, 0);
      for (long i = 0; i < children; i++) {
        element(name, defined, repeated, depth + 1);
      }
      if (children == 0) {
        columns.add(column(element, name, defined, repeated, depth));
      }
    }

    private ParquetColumn column(
        Struct element, String name, int definition, int repetition, int depth) {
      var known = ParquetColumn.Type.numbered(element.number(1, -1));
      String reason = "";
      if (repetition > 1 || (depth > 0 && repetition == 0)) {
        reason = "nested columns are not read";
      }
      Meaning meaning = known == ParquetColumn.Type.INT96 ? Meaning.DAYS : meaning(element);
      return new ParquetColumn(
          name,
          leaf++,
          known,
          definition,
          repetition,
          (int) element.number(2, 0),
          meaning,
          (int) element.number(7, 0),
          reason);
    }

    /**
     * The meaning of a column: the converted type, or the logical type if there is no converted
     * one.
     */
    private static Meaning meaning(Struct element) {
      switch ((int) element.number(6, -1)) {
        case 5 -> {
          return Meaning.DECIMAL;
        }
        case 6 -> {
          return Meaning.DAYS;
        }
        case 9 -> {
          return Meaning.MILLISECONDS;
        }
        case 10 -> {
          return Meaning.MICROSECONDS;
        }
        default -> {}
      }
      Struct logical = element.has(10) ? element.struct(10) : null;
      if (logical == null) {
        return Meaning.PLAIN;
      }
      if (logical.has(6)) {
        return Meaning.DAYS;
      }
      if (!logical.has(8)) {
        return Meaning.PLAIN;
      }
      Struct unit = logical.struct(8).struct(2);
      return unit.has(1)
          ? Meaning.MILLISECONDS
          : unit.has(2) ? Meaning.MICROSECONDS : Meaning.NANOSECONDS;
    }
  }
}
