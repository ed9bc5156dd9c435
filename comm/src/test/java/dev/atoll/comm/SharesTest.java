package dev.atoll.comm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class SharesTest {
  private static MemorySegment bytes(int count) {
    return MemorySegment.ofArray(new byte[count]);
  }

  private static long[] lengths(Shares shares, int ranks) {
    long[] lengths = new long[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      lengths[rank] = shares.of(rank).byteSize();
    }
    return lengths;
  }

  @Test
  void sharesAreCutAtLines() {
    assertLengths(new long[] {64, 64, 128}, Shares.even(bytes(256), 3));
    assertLengths(new long[] {128, 72}, Shares.even(bytes(200), 2));
    assertLengths(new long[] {0, 0, 1}, Shares.even(bytes(1), 3));
    assertLengths(new long[] {0, 64, 64}, Shares.even(bytes(128), 3));
    assertLengths(new long[] {0, 0}, Shares.even(bytes(0), 2));
  }

  private static void assertLengths(long[] expected, Shares shares) {
    assertArrayEquals(expected, lengths(shares, expected.length));
  }

  @Test
  void piecesCoverTheLongestShare() {
    var shares = new Shares(bytes(100), new long[] {0, 10, 75, 100});
    assertEquals(4, shares.chunks(20));
    assertEquals(5, shares.chunks(13));
    assertEquals(1, shares.chunks(65));
    assertEquals(2, shares.chunks(64));
    assertEquals(5, shares.chunk(1, 3, 20).byteSize());
    assertEquals(20, shares.chunk(1, 2, 20).byteSize());
    assertEquals(0, shares.chunk(0, 1, 20).byteSize());
    assertEquals(0, shares.chunk(0, 3, 20).byteSize());
    MemorySegment data = bytes(100);
    data.set(JAVA_BYTE, 50, (byte) 7);
    var marked = new Shares(data, new long[] {0, 10, 75, 100});
    assertEquals(7, marked.chunk(1, 2, 20).get(JAVA_BYTE, 0));
  }
}
