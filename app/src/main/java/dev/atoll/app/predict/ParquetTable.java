package dev.atoll.app.predict;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a table as a Parquet file, as plain as the format allows: no compression, no missing
 * values, one page per column and group of rows.
 *
 * <pre>
 *   "PAR1"
 *   for every group of rows, for every column:  page header, values
 *   footer: schema, and where the columns of each group lie
 *   length of the footer (int32), "PAR1"
 * </pre>
 */
record ParquetTable(List<ParquetColumn> columns, int rows) {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int ROWS_PER_GROUP = 1 << 18;
  private static final int PLAIN = 0;
  private static final int LEVELS_BY_RUN_LENGTH = 3;
  private static final int DATA_PAGE = 0;
  private static final int UNCOMPRESSED = 0;
  private static final int REQUIRED = 0;
  private static final int UTF8 = 0;

  void write(Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      new Writing(out).run();
    }
  }

  private CompactStruct footer(List<CompactStruct> groups) {
    List<CompactStruct> schema = new ArrayList<>();
    schema.add(new CompactStruct().text(4, "schema").int32(5, columns.size()));
    for (ParquetColumn column : columns) {
      CompactStruct element =
          new CompactStruct()
              .int32(1, column.type().code())
              .int32(3, REQUIRED)
              .text(4, column.name());
      schema.add(column.type() == ParquetColumn.Type.TEXT ? element.int32(6, UTF8) : element);
    }
    return new CompactStruct()
        .int32(1, 1)
        .structs(2, schema)
        .int64(3, rows)
        .structs(4, groups)
        .text(6, "atoll");
  }

  /** A file in the making. */
  private final class Writing {
    private final OutputStream out;
    private long written;

    Writing(OutputStream out) {
      this.out = out;
    }

    void run() throws IOException {
      put(MAGIC);
      List<CompactStruct> groups = new ArrayList<>();
      for (int from = 0; from < rows; from += ROWS_PER_GROUP) {
        groups.add(group(from, Math.min(rows, from + ROWS_PER_GROUP)));
      }
      byte[] footer = footer(groups).toBytes();
      put(footer);
      put(
          ByteBuffer.allocate(Integer.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(footer.length)
              .array());
      put(MAGIC);
    }

    private CompactStruct group(int from, int to) throws IOException {
      long start = written;
      List<CompactStruct> chunks = new ArrayList<>();
      for (ParquetColumn column : columns) {
        chunks.add(chunk(column, from, to));
      }
      return new CompactStruct().structs(1, chunks).int64(2, written - start).int64(3, to - from);
    }

    private CompactStruct chunk(ParquetColumn column, int from, int to) throws IOException {
      long start = written;
      byte[] values = column.plain(from, to);
      CompactStruct page =
          new CompactStruct()
              .int32(1, to - from)
              .int32(2, PLAIN)
              .int32(3, LEVELS_BY_RUN_LENGTH)
              .int32(4, LEVELS_BY_RUN_LENGTH);
      put(
          new CompactStruct()
              .int32(1, DATA_PAGE)
              .int32(2, values.length)
              .int32(3, values.length)
              .struct(5, page)
              .toBytes());
      put(values);
      CompactStruct about =
          new CompactStruct()
              .int32(1, column.type().code())
              .int32s(2, PLAIN, LEVELS_BY_RUN_LENGTH)
              .texts(3, List.of(column.name()))
              .int32(4, UNCOMPRESSED)
              .int64(5, to - from)
              .int64(6, written - start)
              .int64(7, written - start)
              .int64(9, start);
      return new CompactStruct().int64(2, start).struct(3, about);
    }

    private void put(byte[] bytes) throws IOException {
      out.write(bytes);
      written += bytes.length;
    }
  }
}
