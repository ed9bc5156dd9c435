package dev.atoll.train.store.embedding;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The sums of the gradients of some rows of a table, added in the order of arrival. Memory is
 * allocated for the rows with gradients, not for the table.
 */
final class RowSums {
  private static final int UNTOUCHED = -1;

  private final int width;
  private final int[] slotOf;
  private int[] touched = new int[16];
  private int count;
  private MemorySegment sums = MemorySegment.NULL;

  RowSums(int rows, int width) {
    this.width = width;
    this.slotOf = new int[rows];
    Arrays.fill(slotOf, UNTOUCHED);
  }

  /** Adds the gradient that begins at a byte of the memory. */
  void add(int row, MemorySegment gradient, long at) {
    int slot = slotOf[row];
    if (slot == UNTOUCHED) {
      MemorySegment.copy(gradient, at, sums(), offset(take(row)), (long) width * Float.BYTES);
      return;
    }
    long element = offset(slot);
    for (int c = 0; c < width; c++, element += Float.BYTES, at += Float.BYTES) {
      float sum = sums.get(JAVA_FLOAT, element) + gradient.get(JAVA_FLOAT_UNALIGNED, at);
      sums.set(JAVA_FLOAT, element, sum);
    }
  }

  private int take(int row) {
    slotOf[row] = count;
    touched[count] = row;
    return count++;
  }

  /** The sums, with capacity for one more. */
  private MemorySegment sums() {
    if (count == touched.length) {
      touched = Arrays.copyOf(touched, 2 * count);
    }
    long needed = offset(count + 1);
    if (sums.byteSize() < needed) {
      MemorySegment larger = Arena.ofAuto().allocate(offset(touched.length), Float.BYTES);
      larger.copyFrom(sums);
      sums = larger;
    }
    return sums;
  }

  /** Rows that got a gradient. */
  int count() {
    return count;
  }

  int row(int slot) {
    return touched[slot];
  }

  MemorySegment elements() {
    return sums;
  }

  /** The offset of a slot's sum, in bytes. */
  long offset(int slot) {
    return (long) slot * width * Float.BYTES;
  }

  void clear() {
    for (int slot = 0; slot < count; slot++) {
      slotOf[touched[slot]] = UNTOUCHED;
    }
    count = 0;
  }
}
