package dev.atoll.formats.parquet;

import dev.atoll.formats.parquet.Thrift.Struct;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads the pages of one column in one row group. */
final class ChunkReader {
  private static final int DATA = 0;
  private static final int DICTIONARY = 2;
  private static final int DATA_V2 = 3;
  private static final int LARGEST_PAGE = 1 << 26;

  private final ParquetFile file;
  private final ParquetColumn column;
  private final Struct chunk;
  private final int rows;
  private final Codec codec;
  private final ValueStore values;
  private final int[] starts;
  private int row = -1;
  private ValueStore dictionary;

  ChunkReader(ParquetFile file, ParquetColumn column, Struct chunk, int rows) {
    this.file = file;
    this.column = column;
    this.chunk = chunk;
    this.rows = rows;
    long number = chunk.number(4, 0);
    this.codec =
        Codec.numbered(number)
            .orElseThrow(
                () ->
                    bad(
                        "packed with %s; save the table again with Snappy or Zstandard"
                            .formatted(Codec.name(number))));
    this.values = new ValueStore(column, 0);
    this.starts = column.isList() ? new int[rows + 1] : null;
  }

  ColumnValues read() throws IOException {
    long data = chunk.number(9, 0);
    long from = chunk.has(11) ? Math.min(data, chunk.number(11, data)) : data;
    ByteBuffer in = file.read(from, Math.toIntExact(chunk.number(7, 0)));
    long stored = chunk.number(5, 0);
    long seen = 0;
    while (seen < stored) {
      Struct head = new Thrift(in).struct();
      ByteBuffer page = slice(in, (int) head.number(3, 0));
      int size = (int) head.number(2, 0);
      switch ((int) head.number(1, -1)) {
        case DICTIONARY -> dictionary(codec.unpack(page, size), head.struct(7));
        case DATA -> {
          data(codec.unpack(page, size), head.struct(5));
          seen += head.struct(5).number(1, 0);
        }
        case DATA_V2 -> {
          dataV2(page, size, head.struct(8));
          seen += head.struct(8).number(1, 0);
        }
        default -> {} // index pages hold nothing that is needed
      }
    }
    return finish();
  }

  private ColumnValues finish() {
    if (column.isList()) {
      while (row + 1 < rows) {
        starts[++row] = values.count();
      }
      starts[rows] = values.count();
    } else if (values.count() != rows) {
      throw new CorruptParquetException(
          "column '%s' has %d values for %d rows".formatted(column.name(), values.count(), rows));
    }
    return values.values(starts);
  }

  private static int count(Struct head) {
    long count = head.number(1, 0);
    if (count < 0 || count > LARGEST_PAGE) {
      throw new CorruptParquetException(
          "a page of %d values; expected 0 to %d".formatted(count, LARGEST_PAGE));
    }
    return (int) count;
  }

  private static ByteBuffer slice(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new CorruptParquetException(
          "a page or a part of one takes %d bytes, where %d are left"
              .formatted(length, in.remaining()));
    }
    ByteBuffer slice = in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN);
    in.position(in.position() + length);
    return slice;
  }

  private void dictionary(ByteBuffer page, Struct head) {
    int count = count(head);
    dictionary = new ValueStore(column, count);
    dictionary.plain(page, count);
  }

  private void data(ByteBuffer page, Struct head) {
    int count = count(head);
    int[] repetitions = levels(page, column.repetition(), count);
    int[] definitions = levels(page, column.definition(), count);
    values(page, (int) head.number(2, 0), count, repetitions, definitions);
  }

  /** Levels of version 1 come after their length. */
  private static int[] levels(ByteBuffer page, int highest, int count) {
    if (highest == 0) {
      return new int[0];
    }
    return Levels.read(slice(page, page.getInt()), width(highest), count);
  }

  private void dataV2(ByteBuffer page, int size, Struct head) throws IOException {
    int count = count(head);
    int repetitionBytes = (int) head.number(6, 0);
    int definitionBytes = (int) head.number(5, 0);
    int[] repetitions =
        Levels.read(slice(page, repetitionBytes), width(column.repetition()), count);
    int[] definitions =
        Levels.read(slice(page, definitionBytes), width(column.definition()), count);
    ByteBuffer rest = slice(page, page.remaining());
    int unpacked = size - repetitionBytes - definitionBytes;
    boolean packed = head.flag(7, true) && unpacked > 0;
    values(
        packed ? codec.unpack(rest, unpacked) : rest,
        (int) head.number(4, 0),
        count,
        repetitions,
        definitions);
  }

  private static int width(int highest) {
    return 32 - Integer.numberOfLeadingZeros(highest);
  }

  private void values(
      ByteBuffer page, int encoding, int count, int[] repetitions, int[] definitions) {
    boolean optional = column.definition() > 0;
    int there = count;
    for (int i = 0; optional && i < count; i++) {
      there -= definitions[i] < column.definition() ? 1 : 0;
    }
    ValueStore found = new ValueStore(column, there);
    decode(page, encoding, there, found);
    int next = 0;
    for (int i = 0; i < count; i++) {
      if (column.isList() && repetitions[i] == 0) {
        starts[++row] = values.count();
      }
      if (!optional || definitions[i] == column.definition()) {
        values.take(found, next++);
      } else if (!column.isList()) {
        values.addNull();
      }
    }
  }

  private void decode(ByteBuffer page, int encoding, int count, ValueStore into) {
    boolean fits =
        switch (encoding) {
          case 3, 5 -> column.type().isWhole();
          case 6, 7 -> column.type().isText();
          case 9 -> column.type().isNumber();
          default -> true;
        };
    if (!fits) {
      throw new CorruptParquetException(
          "encoding number %d does not fit type %s".formatted(encoding, column.type()));
    }
    switch (encoding) {
      case 0 -> into.plain(page, count);
      case 2, 8 -> dictionary(page, count, into);
      case 3 -> into.wholes(Levels.read(slice(page, page.getInt()), 1, count));
      case 5 -> into.wholes(Delta.read(page, count));
      case 6 -> into.deltaLengths(page, count);
      case 7 -> into.deltaTexts(page, count);
      case 9 -> into.byteSplit(page, count);
      default -> throw bad("encoding number %d is not read".formatted(encoding));
    }
  }

  private void dictionary(ByteBuffer page, int count, ValueStore into) {
    if (count == 0) {
      return;
    }
    if (dictionary == null) {
      throw new CorruptParquetException("indexes without a dictionary");
    }
    int[] indexes = Levels.read(page, page.get(), count);
    for (int index : indexes) {
      into.take(dictionary, index);
    }
  }

  private BadDataException bad(String message) {
    return BadDataException.at(file.path(), "column '%s': %s".formatted(column.name(), message));
  }
}
