package dev.atoll.formats.npy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.atoll.graph.BadDataException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/**
 * A NumPy array: little-endian elements, row by row.
 *
 * @param origin the origin, for messages: a file, or a file and the entry in it
 */
public record NpyArray(String origin, NpyType type, List<Long> shape, MemorySegment data) {
  public NpyArray {
    shape = List.copyOf(shape);
  }

  /** An array over memory that is already filled. */
  public static NpyArray of(String origin, MemorySegment data, NpyType type, long... shape) {
    return new NpyArray(origin, type, NpyHeader.of(type, shape).shape(), data);
  }

  public NpyHeader header() {
    return new NpyHeader(type, shape);
  }

  public long elementCount() {
    return header().elementCount();
  }

  /** Length along one axis. */
  public long size(int axis) {
    if (axis >= shape.size()) {
      throw BadDataException.at(
          origin, "shape %s; expected %d or more dimensions".formatted(shape, axis + 1));
    }
    return shape.get(axis);
  }

  /** Checks the shape; −1 means any length. */
  public NpyArray require(long... expected) {
    boolean fits = expected.length == shape.size();
    for (int axis = 0; fits && axis < expected.length; axis++) {
      fits = expected[axis] < 0 || expected[axis] == shape.get(axis);
    }
    if (!fits) {
      throw BadDataException.at(
          origin,
          "shape %s; expected %s"
              .formatted(
                  shape, NpyHeader.of(type, expected).shape().toString().replace("-1", "any")));
    }
    return this;
  }

  /** Checks the type of the elements. */
  public NpyArray require(NpyType... expected) {
    if (!List.of(expected).contains(type)) {
      throw BadDataException.at(
          origin,
          "elements of type %s; expected %s"
              .formatted(
                  type,
                  String.join(" or ", List.of(expected).stream().map(NpyType::toString).toList())));
    }
    return this;
  }

  /** The elements as whole numbers; an error when they are not. */
  public LongUnaryOperator longs() {
    NpyType.Longs element = type.longs(origin);
    return index -> element.at(data, index);
  }

  /** The largest of whole numbers; −1 where none is above. */
  public long largest() {
    LongUnaryOperator elements = longs();
    long count = elementCount();
    long largest = -1;
    for (long i = 0; i < count; i++) {
      largest = Math.max(largest, elements.applyAsLong(i));
    }
    return largest;
  }

  /** The elements as real numbers; an error when they are text. */
  public LongToDoubleFunction doubles() {
    NpyType.Doubles element = type.doubles(origin);
    return index -> element.at(data, index);
  }

  /** An element of text, without the zeros that fill it up. */
  public String text(long index) {
    Charset charset = type.kind() == 'U' ? Charset.forName("UTF-32LE") : StandardCharsets.UTF_8;
    byte[] element = data.asSlice(index * type.bytes(), type.bytes()).toArray(JAVA_BYTE);
    return new String(element, charset).replaceAll("\0+$", "");
  }
}
