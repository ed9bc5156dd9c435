package dev.atoll.formats.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Structures in Thrift's compact protocol, in which Parquet writes its metadata.
 *
 * <pre>
 *   struct   field*  0
 *   field    byte: id delta (high half; 0: id follows as zigzag varint) and type (low half)
 *   i32, i64 zigzag varint;   binary: varint length, bytes
 *   list     byte: size (high half; 15: size follows as varint) and type (low half), elements
 * </pre>
 */
final class Thrift {
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int DEEPEST = 32;

  private final ByteBuffer in;

  Thrift(ByteBuffer in) {
    this.in = in.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A structure by its field numbers; absent fields have their defaults. */
  record Struct(Map<Integer, Object> fields) {
    long number(int id, long otherwise) {
      return fields.get(id) instanceof Long value ? value : otherwise;
    }

    boolean flag(int id, boolean otherwise) {
      return fields.get(id) instanceof Boolean value ? value : otherwise;
    }

    String text(int id) {
      return fields.get(id) instanceof String value ? value : "";
    }

    Struct struct(int id) {
      return fields.get(id) instanceof Struct value ? value : new Struct(Map.of());
    }

    boolean has(int id) {
      return fields.containsKey(id);
    }

    List<?> list(int id) {
      return fields.get(id) instanceof List<?> value ? value : List.of();
    }

    List<Struct> structs(int id) {
      return list(id).stream().filter(Struct.class::isInstance).map(Struct.class::cast).toList();
    }
  }

  Struct struct() {
    return struct(0);
  }

  private Struct struct(int depth) {
    if (depth > DEEPEST) {
      throw new CorruptParquetException("metadata nested deeper than " + DEEPEST);
    }
    Map<Integer, Object> fields = new HashMap<>();
    int id = 0;
    for (int head = in.get() & 0xFF; head != 0; head = in.get() & 0xFF) {
      id = head >> 4 == 0 ? (int) zigzag() : id + (head >> 4);
      fields.put(id, value(head & 0xF, depth));
    }
    return new Struct(fields);
  }

  private Object value(int type, int depth) {
    return switch (type) {
      case TRUE -> true;
      case FALSE -> false;
      case 3 -> (long) in.get();
      case 4, 5, 6 -> zigzag();
      case 7 -> in.getDouble();
      case 8 -> text();
      case 9, 10 -> list(depth);
      case 12 -> struct(depth + 1);
      default -> throw new CorruptParquetException("metadata of the unknown type " + type);
    };
  }

  private String text() {
    int length = (int) varint();
    if (length < 0 || length > in.remaining()) {
      throw new CorruptParquetException(
          "a text of %d bytes in the metadata, where %d are left"
              .formatted(length, in.remaining()));
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private List<Object> list(int depth) {
    int head = in.get() & 0xFF;
    int type = head & 0xF;
    long size = head >> 4 == 15 ? varint() : head >> 4;
    List<Object> values = new ArrayList<>();
    for (long i = 0; i < size; i++) {
      values.add(type == TRUE || type == FALSE ? (Object) (in.get() == TRUE) : value(type, depth));
    }
    return values;
  }

  private long varint() {
    return varint(in);
  }

  private long zigzag() {
    return unzigzag(varint());
  }

  static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new CorruptParquetException("a number of more than 64 bits");
  }

  static long unzigzag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }
}
