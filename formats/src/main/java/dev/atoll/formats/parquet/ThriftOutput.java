package dev.atoll.formats.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Writes the format that {@link Thrift} reads; a new instance begins a structure. */
final class ThriftOutput {
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Deque<Integer> outer = new ArrayDeque<>();
  private int last;

  byte[] bytes() {
    return out.toByteArray();
  }

  /** A field of type i32. */
  ThriftOutput number(int id, int value) {
    field(id, I32);
    return varint(zigzag(value));
  }

  /** A field of type i64. */
  ThriftOutput wide(int id, long value) {
    field(id, I64);
    return varint(zigzag(value));
  }

  ThriftOutput text(int id, String value) {
    field(id, BINARY);
    return binary(value);
  }

  /** A list of i32. */
  ThriftOutput numbers(int id, int... values) {
    listHead(id, values.length, I32);
    for (int value : values) {
      varint(zigzag(value));
    }
    return this;
  }

  /** A list of one text. */
  ThriftOutput texts(int id, String value) {
    listHead(id, 1, BINARY);
    return binary(value);
  }

  /** A list of structures, each to be begun by {@link #element}. */
  ThriftOutput list(int id, int size) {
    listHead(id, size, STRUCT);
    return this;
  }

  ThriftOutput element() {
    outer.push(last);
    last = 0;
    return this;
  }

  ThriftOutput struct(int id) {
    field(id, STRUCT);
    return element();
  }

  /** Ends the structure begun last, or the whole. */
  ThriftOutput end() {
    out.write(0);
    last = outer.isEmpty() ? 0 : outer.pop();
    return this;
  }

  private void field(int id, int type) {
    out.write((id - last) << 4 | type);
    last = id;
  }

  private void listHead(int id, int size, int type) {
    field(id, LIST);
    if (size < 15) {
      out.write(size << 4 | type);
    } else {
      out.write(0xF0 | type);
      varint(size);
    }
  }

  private ThriftOutput binary(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    varint(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  private ThriftOutput varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
    return this;
  }
}
