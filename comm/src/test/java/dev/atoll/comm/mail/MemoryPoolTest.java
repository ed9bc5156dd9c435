package dev.atoll.comm.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Message;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemoryPoolTest {
  private static final long LARGE = 8L << 20;

  @Test
  void aLoopWithMessagesOfSeveralSizesTakesNoNewMemoryAfterItsFirstRound() {
    var pool = new MemoryPool(0);
    Set<Long> before = round(pool);
    for (int i = 0; i < 3; i++) {
      Set<Long> blocks = round(pool);
      blocks.removeAll(before);
      assertEquals(Set.of(), blocks);
    }
  }

  /** Lends two large messages at a time, then two of a fifth of their size. */
  private static Set<Long> round(MemoryPool pool) {
    Set<Long> addresses = new HashSet<>();
    for (long bytes : new long[] {LARGE, LARGE / 5}) {
      try (Message one = pool.allocate(0, bytes);
          Message two = pool.allocate(0, bytes)) {
        addresses.add(one.payload().address());
        addresses.add(two.payload().address());
        assertEquals(bytes, one.payload().byteSize());
        assertNotEquals(one.payload().address(), two.payload().address());
      }
    }
    return addresses;
  }

  @Test
  void blocksThatALaterMessageNeedsAreNotLetGoForSmallerOnes() {
    var pool = new MemoryPool(LARGE / 4);
    List<Long> sizes = List.of(LARGE / 4, LARGE, LARGE / 2, LARGE * 3 / 2);
    Set<Long> before = new HashSet<>();
    for (int round = 0; round < 6; round++) {
      Set<Long> blocks = new HashSet<>();
      for (long bytes : sizes) {
        try (Message one = pool.allocate(0, bytes)) {
          blocks.add(one.payload().address());
        }
      }
      if (round > 2) {
        assertTrue(before.containsAll(blocks));
      }
      before.addAll(blocks);
    }
  }

  @Test
  void smallMessagesLeaveLargeBlocksAlone() {
    var pool = new MemoryPool(0);
    Message first = pool.allocate(0, LARGE);
    long address = first.payload().address();
    first.close();
    try (Message small = pool.allocate(0, 100);
        Message large = pool.allocate(0, LARGE)) {
      assertEquals(100, small.payload().byteSize());
      assertEquals(address, large.payload().address());
    }
  }

  private static long lendAndClose(MemoryPool pool, long bytes) {
    try (Message message = pool.allocate(0, bytes)) {
      return message.payload().address();
    }
  }

  @Test
  void sizesAreRoundedUpToFourStepsPerDoubling() {
    assertEquals(512, MemoryPool.roundUp(0));
    assertEquals(512, MemoryPool.roundUp(512));
    assertEquals(640, MemoryPool.roundUp(513));
    assertEquals(640, MemoryPool.roundUp(640));
    assertEquals(768, MemoryPool.roundUp(641));
    assertEquals(1024, MemoryPool.roundUp(1024));
    assertEquals(1280, MemoryPool.roundUp(1025));
    assertEquals(3 << 20, MemoryPool.roundUp((5 << 19) + 1));
  }

  @Test
  void messagesAreOfTheirLengthAlignedAndLabelled() {
    var pool = new MemoryPool(0);
    try (Message message = pool.allocate(77, 1000)) {
      assertEquals(77, message.label());
      assertEquals(1000, message.payload().byteSize());
      assertEquals(0, message.payload().address() % 64);
    }
  }

  @Test
  void aClosedMessageIsRefusedAndClosingTwiceIsHarmless() {
    var pool = new MemoryPool(1 << 20);
    Message message = pool.allocate(0, 600);
    message.close();
    message.close();
    assertThrows(IllegalStateException.class, message::payload);
    // Had it come back twice, two would get the same memory.
    try (Message one = pool.allocate(0, 600);
        Message other = pool.allocate(0, 600)) {
      assertNotEquals(one.payload().address(), other.payload().address());
    }
  }

  @Test
  void blocksAreUsedAgainForUpToHalfTheirSize() {
    var pool = new MemoryPool(1 << 20);
    long block = lendAndClose(pool, 2048);
    assertEquals(block, lendAndClose(pool, 2048));
    assertEquals(block, lendAndClose(pool, 1024), "half of it is enough");
    long small = lendAndClose(pool, 800); // 896: less than half of the pooled memory
    assertNotEquals(block, small);
    assertEquals(small, lendAndClose(pool, 896));
    assertEquals(block, lendAndClose(pool, 1025), "the smaller one is too small");
  }

  @Test
  void asMuchAsWasEverLentIsKept() {
    var pool = new MemoryPool(0);
    long one;
    long other;
    try (Message first = pool.allocate(0, 1024);
        Message second = pool.allocate(0, 1024)) {
      one = first.payload().address();
      other = second.payload().address();
    }
    try (Message first = pool.allocate(0, 1024);
        Message second = pool.allocate(0, 1024)) {
      assertEquals(one + other, first.payload().address() + second.payload().address());
    }
  }

  @Test
  void blocksAboveTheBoundAreNotKept() {
    var pool = new MemoryPool(0);
    long large = lendAndClose(pool, 4096);
    MemorySegment small;
    try (Message message = pool.allocate(0, 512)) {
      small = message.payload();
    }
    assertEquals(large, lendAndClose(pool, 4096), "all that was ever lent at a time");
    try (Message again = pool.allocate(0, 512)) {
      assertNotEquals(small.address(), again.payload().address());
    }
  }

  @Test
  void lentBlocksCountToo() {
    var pool = new MemoryPool(0);
    lendAndClose(pool, 4096);
    try (Message _ = pool.allocate(0, 512)) {
      MemorySegment second;
      try (Message message = pool.allocate(0, 512)) {
        second = message.payload();
      }
      try (Message again = pool.allocate(0, 512)) {
        assertNotEquals(second.address(), again.payload().address());
      }
    }
  }

  @Test
  void largeMessagesTakeNewBlocksThatCanBeKept() {
    long size = 1 << 20;
    var wide = new MemoryPool(size);
    assertNotEquals(lendAndClose(wide, LARGE), lendAndClose(wide, size));
    var narrow = new MemoryPool(size - 1);
    assertEquals(lendAndClose(narrow, LARGE), lendAndClose(narrow, size));
  }
}
