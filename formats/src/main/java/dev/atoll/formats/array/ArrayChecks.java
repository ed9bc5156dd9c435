package dev.atoll.formats.array;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Features;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.wording.Choice;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Checks the elements of arrays, on all cores. Each check makes two passes over a block: a
 * branch-free one that only finds whether the block is valid, and, if it is not, a search for the
 * first bad element to name.
 *
 * @param folder of the arrays, for messages
 * @param origins the files that arrays were read from, if not NAME.npy of the folder
 */
public record ArrayChecks(Path folder, Map<String, String> origins) {
  private static final long BLOCK = 1 << 18;

  /** Checks that rows follow each other and that their neighbours are nodes. */
  public void rows(RowSlice rows) {
    ascending("indptr", rows.rowStarts(), rows.rowCount(), rows.edgeCount());
    within("indices", rows.neighbors(), rows.edgeCount(), rows.columnCount());
    if (rows.weights().isPresent()) {
      weights(rows);
    }
  }

  /** Checks that edge weights are finite and above 0: an edge of weight 0 is no edge. */
  private void weights(RowSlice rows) {
    blocks(
        rows.edgeCount(),
        (from, to) -> {
          for (long edge = from; edge < to; edge++) {
            float weight = rows.weight(edge);
            if (!(weight > 0 && weight < Float.POSITIVE_INFINITY)) {
              throw bad(
                  "edge_weights",
                  "entry %d is %s; expected a finite number above 0: an edge of weight 0 is no edge, and %s leaves it out"
                      .formatted(edge, weight, Choice.IMPORT.text()));
            }
          }
        });
  }

  /** Checks that starts of rows ascend from 0 to the number of elements. */
  public void ascending(String name, MemorySegment starts, long rows, long elements) {
    if (start(starts, 0) != 0 || start(starts, rows) != elements) {
      throw bad(
          name,
          "runs from %d to %d; expected 0 to %d"
              .formatted(start(starts, 0), start(starts, rows), elements));
    }
    blocks(
        rows,
        (from, to) -> {
          for (long row = from; row < to; row++) {
            if (start(starts, row) > start(starts, row + 1)) {
              throw bad(
                  name,
                  "row %d starts at %d, the next one before it at %d"
                      .formatted(row, start(starts, row), start(starts, row + 1)));
            }
          }
        });
  }

  private static long start(MemorySegment starts, long row) {
    return starts.get(JAVA_LONG_UNALIGNED, row * Long.BYTES);
  }

  /**
   * Checks that int32 ids are in 0 … limit − 1: then neither the id nor limit − 1 − id has its sign
   * bit set.
   */
  public void within(String name, MemorySegment ids, long count, int limit) {
    blocks(
        count,
        (from, to) -> {
          boolean sound = sound(ids, from, to, limit);
          for (long i = from; !sound && i < to; i++) {
            int id = ids.get(JAVA_INT_UNALIGNED, i * Integer.BYTES);
            if (id < 0 || id >= limit) {
              throw bad(name, "entry %d is %d; expected 0 to %d".formatted(i, id, limit - 1));
            }
          }
        });
  }

  private static boolean sound(MemorySegment ids, long from, long to, int limit) {
    MemorySegment block = ids.asSlice(from * Integer.BYTES, (to - from) * Integer.BYTES);
    int signs = 0;
    for (int i = 0; i < (int) (to - from); i++) {
      int id = block.get(JAVA_INT_UNALIGNED, 4L * i);
      signs |= id | (limit - 1 - id);
    }
    return signs >= 0;
  }

  /**
   * Checks that all elements are finite numbers.
   *
   * @param name of an element, for messages
   */
  public void finite(
      Features.Element type,
      MemorySegment data,
      long count,
      String array,
      LongFunction<String> name) {
    blocks(
        count,
        (from, to) -> {
          MemorySegment block = data.asSlice(from * type.bytes(), (to - from) * type.bytes());
          int elements = (int) (to - from);
          boolean sound =
              switch (type) {
                case F32 -> finite32(block, elements);
                case F16 -> finite16(block, elements, 0x7C00);
                case BF16 -> finite16(block, elements, 0x7F80);
              };
          for (int i = 0; !sound && i < elements; i++) {
            float value = value(type, block, i);
            if (!Float.isFinite(value)) {
              throw bad(
                  array,
                  "%s is %s; every feature must be a finite number: replace it, such as by the mean of its column"
                      .formatted(name.apply(from + i), value));
            }
          }
        });
  }

  /**
   * Numbers that are not finite have all exponent bits set: then the difference is not negative.
   */
  private static boolean finite32(MemorySegment block, int elements) {
    int signs = -1;
    for (int i = 0; i < elements; i++) {
      signs &= (block.get(JAVA_INT_UNALIGNED, 4L * i) & 0x7FFFFFFF) - 0x7F800000;
    }
    return signs < 0;
  }

  private static boolean finite16(MemorySegment block, int elements, int exponent) {
    int signs = -1;
    for (int i = 0; i < elements; i++) {
      signs &= (block.get(JAVA_SHORT_UNALIGNED, 2L * i) & 0x7FFF) - exponent;
    }
    return signs < 0;
  }

  private static float value(Features.Element type, MemorySegment block, long i) {
    return switch (type) {
      case F32 -> Float.intBitsToFloat(block.get(JAVA_INT_UNALIGNED, 4 * i));
      case F16 -> Float.float16ToFloat(block.get(JAVA_SHORT_UNALIGNED, 2 * i));
      case BF16 -> Float.intBitsToFloat(block.get(JAVA_SHORT_UNALIGNED, 2 * i) << 16);
    };
  }

  /** Checks an array block by block. */
  public static void blocks(long count, Parallel.RangeBody body) {
    Parallel.forEachRange(Parallel.allCores(), count, BLOCK, body);
  }

  /** The error of an array. */
  public BadDataException bad(String array, String message) {
    Path own = folder.resolve(array + ".npy");
    return BadDataException.at(origins.getOrDefault(array, own.toString()), message);
  }
}
