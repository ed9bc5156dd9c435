package dev.atoll.formats.npy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.atoll.graph.BadDataException;
import java.lang.foreign.MemorySegment;

/**
 * The type of the elements of a {@code .npy} array.
 *
 * @param kind NumPy's letter: b(ool), i(nt), u(nsigned), f(loat), U (UTF-32 text), S (byte text)
 * @param bytes of one element
 */
public record NpyType(char kind, int bytes) {
  public static final NpyType BOOL = new NpyType('b', 1);
  public static final NpyType INT8 = new NpyType('i', 1);
  public static final NpyType INT16 = new NpyType('i', 2);
  public static final NpyType INT32 = new NpyType('i', 4);
  public static final NpyType INT64 = new NpyType('i', 8);
  public static final NpyType UINT8 = new NpyType('u', 1);
  public static final NpyType UINT16 = new NpyType('u', 2);
  public static final NpyType UINT32 = new NpyType('u', 4);
  public static final NpyType UINT64 = new NpyType('u', 8);
  public static final NpyType FLOAT16 = new NpyType('f', 2);
  public static final NpyType FLOAT32 = new NpyType('f', 4);
  public static final NpyType FLOAT64 = new NpyType('f', 8);

  /** An element read as a whole number. */
  @FunctionalInterface
  public interface Longs {
    long at(MemorySegment data, long index);
  }

  /** An element read as a real number. */
  @FunctionalInterface
  public interface Doubles {
    double at(MemorySegment data, long index);
  }

  /** Parses NumPy's {@code descr}, such as {@code <i4}; refuses unsupported types. */
  public static NpyType parse(String descr, String origin) {
    if (descr.startsWith(">") && !descr.endsWith("1")) {
      throw BadDataException.at(
          origin,
          "big-endian elements (%s); save it little-endian: np.save(f, a.astype('<%s'))"
              .formatted(descr, descr.substring(1)));
    }
    if (!descr.matches("[<>|=]?([biu]1|[iuf][248]|[US][0-9]{1,8})")) {
      throw BadDataException.at(
          origin,
          "elements of type '%s'; expected whole numbers, floats, booleans or text%s"
              .formatted(descr, descr.contains("O") ? ", not Python objects" : ""));
    }
    int letter = Character.isLetter(descr.charAt(0)) ? 0 : 1;
    char kind = descr.charAt(letter);
    int width = Integer.parseInt(descr.substring(letter + 1));
    return new NpyType(kind, kind == 'U' ? 4 * width : width);
  }

  public String descr() {
    return (bytes == 1 || kind == 'S' ? "|" : "<") + kind + (kind == 'U' ? bytes / 4 : bytes);
  }

  /** NumPy's name, such as {@code int32}. */
  @Override
  public String toString() {
    return switch (kind) {
      case 'b' -> "bool";
      case 'i' -> "int" + 8 * bytes;
      case 'u' -> "uint" + 8 * bytes;
      case 'f' -> "float" + 8 * bytes;
      default -> descr();
    };
  }

  public boolean isWhole() {
    return kind == 'i' || kind == 'u' || kind == 'b';
  }

  public Longs longs(String origin) {
    if (!isWhole()) {
      throw BadDataException.at(origin, "expected whole numbers, found %s".formatted(this));
    }
    return switch (bytes) {
      case 1 ->
          kind == 'i'
              ? (data, i) -> data.get(JAVA_BYTE, i)
              : (data, i) -> data.get(JAVA_BYTE, i) & 0xFF;
      case 2 ->
          kind == 'i'
              ? (data, i) -> data.get(JAVA_SHORT_UNALIGNED, 2 * i)
              : (data, i) -> data.get(JAVA_SHORT_UNALIGNED, 2 * i) & 0xFFFF;
      case 4 ->
          kind == 'i'
              ? (data, i) -> data.get(JAVA_INT_UNALIGNED, 4 * i)
              : (data, i) -> data.get(JAVA_INT_UNALIGNED, 4 * i) & 0xFFFF_FFFFL;
      default -> (data, i) -> data.get(JAVA_LONG_UNALIGNED, 8 * i);
    };
  }

  public Doubles doubles(String origin) {
    if (isWhole()) {
      Longs longs = longs(origin);
      return longs::at;
    }
    if (kind != 'f') {
      throw BadDataException.at(origin, "expected numbers, found %s".formatted(this));
    }
    return switch (bytes) {
      case 2 -> (data, i) -> Float.float16ToFloat(data.get(JAVA_SHORT_UNALIGNED, 2 * i));
      case 4 -> (data, i) -> data.get(JAVA_FLOAT_UNALIGNED, 4 * i);
      default -> (data, i) -> data.get(JAVA_DOUBLE_UNALIGNED, 8 * i);
    };
  }
}
