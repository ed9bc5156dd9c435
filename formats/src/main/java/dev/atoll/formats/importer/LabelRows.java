package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongToDoubleFunction;

/**
 * Labels as formats store them: [N] or [N, 1] class numbers of any numeric type, where −1 or a
 * float NaN means unknown, or [N, C] zeros and ones.
 */
final class LabelRows {
  private LabelRows() {}

  public static void write(NpyArray labels, DatasetWriter writer) throws IOException {
    boolean column = labels.shape().size() == 2 && labels.size(1) == 1;
    try (Arena arena = Arena.ofShared()) {
      if (labels.shape().size() == 1 || column) {
        classes(labels, arena, writer);
      } else {
        labels.require(-1, -1);
        flags(labels, arena, writer);
      }
    }
  }

  private static void classes(NpyArray labels, Arena arena, DatasetWriter writer)
      throws IOException {
    long rows = labels.size(0);
    MemorySegment out = arena.allocate(JAVA_INT, rows);
    LongToDoubleFunction elements = labels.doubles();
    int largest = -1;
    for (long row = 0; row < rows; row++) {
      double value = elements.applyAsDouble(row);
      int label = Double.isNaN(value) ? -1 : (int) value;
      if (label < -1 || (label != value && !Double.isNaN(value))) {
        throw BadDataException.at(
            labels.origin(),
            "row %d: %s is no class number; expected whole numbers from 0, or -1 for unknown"
                .formatted(row, text(value)));
      }
      if (label > largest) {
        SizeLimits.classes(labels.origin() + ": row " + row, label + 1L, rows);
        largest = label;
      }
      out.setAtIndex(JAVA_INT, row, label);
    }
    writer.labels(NpyArray.of(labels.origin(), out, NpyType.INT32, rows), largest + 1);
  }

  /** The text of a number, without the fraction of a whole one. */
  private static String text(double value) {
    return value == (long) value ? Long.toString((long) value) : Double.toString(value);
  }

  private static void flags(NpyArray labels, Arena arena, DatasetWriter writer) throws IOException {
    LongToDoubleFunction elements = labels.doubles();
    long width = labels.size(1);
    MemorySegment out = arena.allocate(labels.elementCount());
    for (long i = 0; i < labels.elementCount(); i++) {
      double value = elements.applyAsDouble(i);
      if (value != 0 && value != 1) {
        throw BadDataException.at(
            labels.origin(),
            "row %d, class %d is %s; expected 0 or 1".formatted(i / width, i % width, value));
      }
      out.set(JAVA_BYTE, i, (byte) value);
    }
    writer.labels(
        NpyArray.of(labels.origin(), out, NpyType.UINT8, labels.size(0), width),
        SizeLimits.classes(labels.origin(), width, labels.elementCount()));
  }
}
