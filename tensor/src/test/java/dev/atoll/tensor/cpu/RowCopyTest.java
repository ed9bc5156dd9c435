package dev.atoll.tensor.cpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class RowCopyTest {
  private static final int SPACE = 3;

  @Test
  void copiesEveryLengthAndNothingBesides() {
    try (Arena memory = Arena.ofConfined()) {
      for (int bytes = 0; bytes <= 4200; bytes += bytes < 300 ? 1 : 97) {
        MemorySegment from = memory.allocate(bytes + 2 * SPACE);
        MemorySegment to = memory.allocate(bytes + 2 * SPACE);
        for (int i = 0; i < from.byteSize(); i++) {
          from.set(JAVA_BYTE, i, (byte) (i * 7 + 1));
        }
        to.fill((byte) -1);
        RowCopy.copy(from, SPACE, to, SPACE - 1, bytes);
        for (int i = 0; i < to.byteSize(); i++) {
          boolean inside = i >= SPACE - 1 && i < SPACE - 1 + bytes;
          byte expected = inside ? from.get(JAVA_BYTE, i + 1) : -1;
          assertEquals(expected, to.get(JAVA_BYTE, i), bytes + " bytes, at " + i);
        }
      }
    }
  }

  @Test
  void copiesToAndFromArrays() {
    float[] row = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
    float[] back = new float[row.length];
    try (Arena memory = Arena.ofConfined()) {
      MemorySegment there = memory.allocate(80);
      RowCopy.copy(MemorySegment.ofArray(row), 0, there, 0, 80);
      RowCopy.copy(there, 0, MemorySegment.ofArray(back), 0, 80);
    }
    assertEquals(20, back[19]);
    assertEquals(1, back[0]);
  }

  @Test
  void memoryThatEndedIsNotRead() {
    MemorySegment to = Arena.ofAuto().allocate(128);
    MemorySegment from;
    try (Arena memory = Arena.ofConfined()) {
      from = memory.allocate(128);
    }
    assertThrows(IllegalStateException.class, () -> RowCopy.copy(from, 0, to, 0, 128));
    MemorySegment shorter = Arena.ofAuto().allocate(100);
    assertThrows(IndexOutOfBoundsException.class, () -> RowCopy.copy(shorter, 0, to, 0, 128));
  }
}
