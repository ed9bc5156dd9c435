package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class ThreadTeamTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void everyChunkRunsOnceInManyCalls(int threads) {
    try (var team = new ThreadTeam(threads)) {
      for (int call = 0; call < 2_000; call++) {
        int chunks = call % 40;
        var runs = new AtomicIntegerArray(chunks);
        team.run(chunks, runs::incrementAndGet);
        for (int chunk = 0; chunk < chunks; chunk++) {
          assertEquals(1, runs.get(chunk));
        }
      }
    }
  }

  @Test
  void rangesCoverTheWhole() {
    try (var team = new ThreadTeam(2)) {
      for (int total : new int[] {0, 1, 9, 10, 11, 100}) {
        var seen = new AtomicIntegerArray(total);
        team.ranges(
            total,
            10,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                seen.incrementAndGet(i);
              }
            });
        for (int i = 0; i < total; i++) {
          assertEquals(1, seen.get(i));
        }
      }
    }
  }

  @Test
  void nestedCallsRunInline() {
    try (var team = new ThreadTeam(3)) {
      var runs = new AtomicIntegerArray(100);
      team.run(10, outer -> team.run(10, inner -> runs.incrementAndGet(outer * 10 + inner)));
      for (int i = 0; i < 100; i++) {
        assertEquals(1, runs.get(i));
      }
    }
  }

  @Test
  void concurrentCallersBothFinish() throws InterruptedException {
    try (var team = new ThreadTeam(2)) {
      var runs = new AtomicIntegerArray(3);
      var callers = new ArrayList<Thread>();
      for (int caller = 0; caller < 3; caller++) {
        int number = caller;
        callers.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int call = 0; call < 200; call++) {
                        team.run(5, chunk -> runs.incrementAndGet(number));
                      }
                    }));
      }
      for (Thread caller : callers) {
        caller.join();
      }
      for (int caller = 0; caller < 3; caller++) {
        assertEquals(1000, runs.get(caller));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void failuresReachTheCallerAndTheTeamLivesOn(int threads) {
    try (var team = new ThreadTeam(threads)) {
      var failure = new IllegalStateException("chunk 7");
      var thrown =
          assertThrows(
              IllegalStateException.class,
              () ->
                  team.run(
                      20,
                      chunk -> {
                        if (chunk == 7) {
                          throw failure;
                        }
                      }));
      assertSame(failure, thrown);
      var runs = new AtomicIntegerArray(20);
      team.run(20, runs::incrementAndGet);
      assertEquals(1, runs.get(19));
    }
  }

  @Test
  void aClosedTeamSaysSo() {
    var team = new ThreadTeam(2);
    team.close();
    assertThrows(IllegalStateException.class, () -> team.run(2, chunk -> {}));
  }
}
