package dev.atoll.app.predict;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A struct in Thrift's compact protocol, which Parquet's headers are written in. Fields are added
 * in ascending order:
 *
 * <pre>
 *   field    1 byte: distance from the field before in the high half, type in the low half
 *   integer  zigzag, then 7 bits a byte, lowest first
 *   text     its length as such an integer without zigzag, then UTF-8
 *   end      a zero byte
 * </pre>
 */
final class CompactStruct {
  private static final int INT32 = 5;
  private static final int INT64 = 6;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;
  private static final int LONGEST_SHORT_LIST = 14;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int last;

  CompactStruct int32(int field, int value) {
    begin(field, INT32);
    varint(Integer.toUnsignedLong(value << 1 ^ value >> 31));
    return this;
  }

  CompactStruct int64(int field, long value) {
    begin(field, INT64);
    varint(value << 1 ^ value >> 63);
    return this;
  }

  CompactStruct text(int field, String value) {
    begin(field, BINARY);
    write(value);
    return this;
  }

  CompactStruct struct(int field, CompactStruct value) {
    begin(field, STRUCT);
    bytes.writeBytes(value.toBytes());
    return this;
  }

  CompactStruct structs(int field, List<CompactStruct> values) {
    begin(field, LIST);
    listHead(values.size(), STRUCT);
    values.forEach(value -> bytes.writeBytes(value.toBytes()));
    return this;
  }

  CompactStruct texts(int field, List<String> values) {
    begin(field, LIST);
    listHead(values.size(), BINARY);
    values.forEach(this::write);
    return this;
  }

  CompactStruct int32s(int field, int... values) {
    begin(field, LIST);
    listHead(values.length, INT32);
    for (int value : values) {
      varint(Integer.toUnsignedLong(value << 1 ^ value >> 31));
    }
    return this;
  }

  byte[] toBytes() {
    var ended = new ByteArrayOutputStream();
    ended.writeBytes(bytes.toByteArray());
    ended.write(0);
    return ended.toByteArray();
  }

  private void begin(int field, int type) {
    bytes.write((field - last) << 4 | type);
    last = field;
  }

  private void listHead(int size, int type) {
    if (size <= LONGEST_SHORT_LIST) {
      bytes.write(size << 4 | type);
    } else {
      bytes.write(0xF0 | type);
      varint(size);
    }
  }

  private void write(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    varint(utf8.length);
    bytes.writeBytes(utf8);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }
}
