package dev.atoll.graph.parallel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class ParallelTest {
  @Test
  void everyChunkRunsOnce() {
    for (int threads : new int[] {1, 2, 3, 16}) {
      for (int chunks : new int[] {0, 1, 2, 1000}) {
        var runs = new AtomicIntegerArray(chunks);
        Parallel.forEach(threads, chunks, runs::incrementAndGet);
        for (int i = 0; i < chunks; i++) {
          assertEquals(1, runs.get(i));
        }
      }
    }
  }

  @Test
  void chunksRunSideBySide() {
    var together = new CountDownLatch(3);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Parallel.forEach(
        3,
        3,
        _ -> {
          threads.add(Thread.currentThread());
          together.countDown();
          try {
            together.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    assertEquals(3, threads.size());
  }

  @Test
  void theFailureComesOutAsItWas() {
    var failure = new IllegalStateException("chunk 3", new RuntimeException("why"));
    for (int threads : new int[] {1, 2}) {
      var thrown =
          assertThrows(
              IllegalStateException.class,
              () ->
                  Parallel.forEach(
                      threads,
                      10,
                      chunk -> {
                        if (chunk == 3) {
                          throw failure;
                        }
                      }));
      assertSame(failure, thrown);
    }
  }

  @Test
  void theLowestFailureWinsAndCarriesTheOthers() {
    var both = new CountDownLatch(2);
    var thrown =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                Parallel.forEach(
                    2,
                    2,
                    chunk -> {
                      both.countDown();
                      try {
                        both.await();
                      } catch (InterruptedException e) {
                        throw new AssertionError(e);
                      }
                      throw new IllegalArgumentException("chunk " + chunk);
                    }));
    assertEquals("chunk 0", thrown.getMessage());
    assertEquals("chunk 1", thrown.getSuppressed()[0].getMessage());
  }

  @Test
  void nothingIsStartedAfterAFailure() {
    var runs = new AtomicIntegerArray(1000);
    assertThrows(
        IllegalStateException.class,
        () ->
            Parallel.forEach(
                1,
                1000,
                chunk -> {
                  runs.set(chunk, 1);
                  throw new IllegalStateException();
                }));
    assertEquals(0, runs.get(1));
  }

  @Test
  void jobsNest() {
    long[] sums = new long[8];
    Parallel.forEach(
        4,
        8,
        outer -> {
          long[] parts = new long[4];
          Parallel.forEach(4, 4, inner -> parts[inner] = outer * 4L + inner);
          sums[outer] = Arrays.stream(parts).sum();
        });
    assertEquals(31 * 32 / 2, Arrays.stream(sums).sum());
  }

  @Test
  void rangesCoverAllItems() {
    int[] seen = new int[103];
    Parallel.forEachRange(
        2,
        103,
        10,
        (from, to) -> {
          for (long i = from; i < to; i++) {
            seen[(int) i]++;
          }
        });
    int[] once = new int[103];
    Arrays.fill(once, 1);
    assertArrayEquals(once, seen);
  }

  @Test
  void nonsenseIsRefused() {
    var thrown =
        assertThrows(IllegalArgumentException.class, () -> Parallel.forEach(0, 5, _ -> {}));
    assertTrue(thrown.getMessage().contains("not 0 and 5"));
  }
}
