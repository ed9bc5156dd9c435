package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Await;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
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

  /** Seconds are measured as with a core for every thread, whichever thread runs a chunk. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void secondsDoNotDependOnWhoRunsAChunk(int threads) {
    ThreadLocal<Long> spent = ThreadLocal.withInitial(() -> 0L);
    try (var team = new ThreadTeam(threads)) {
      for (int call = 0; call < 500; call++) {
        int chunks = 1 + call % 40;
        double seconds =
            team.seconds(
                spent::get,
                () -> {
                  spent.set(spent.get() + 5_000);
                  team.run(chunks, chunk -> spent.set(spent.get() + 1_000));
                  team.run(2, chunk -> spent.set(spent.get() + 1_000));
                });
        double even = 1_000.0 * chunks / Math.min(chunks, threads) + 2_000.0 / Math.min(2, threads);
        assertEquals((5_000 + even) * 1e-9, seconds, 1e-15);
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

  @Test
  void aWaitingCallerRunsChunksOfAnotherTeam() throws InterruptedException {
    var shared = new SharedThreads();
    try (var one = new ThreadTeam(1, shared);
        var other = new ThreadTeam(1, shared)) {
      var helper = Thread.currentThread();
      var helped = new CountDownLatch(1);
      var ended = new AtomicBoolean();
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    other.run(
                        2,
                        chunk -> {
                          if (Thread.currentThread() == helper) {
                            helped.countDown();
                          } else {
                            awaitUninterruptibly(helped); // the other chunk is the helper's
                          }
                        });
                    ended.set(true);
                  });
      one.helpUntil(ended::get);
      caller.join();
      assertEquals(0, helped.getCount());
    }
  }

  @Test
  void everyChunkRunsOnceWhileTeamsHelpEachOther() throws InterruptedException {
    var shared = new SharedThreads();
    int teams = 3;
    var runs = new AtomicIntegerArray(teams);
    var callers = new ArrayList<Thread>();
    for (int number = 0; number < teams; number++) {
      int team = number;
      callers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try (var own = new ThreadTeam(1 + team % 2, shared)) {
                      for (int call = 0; call < 500; call++) {
                        own.run(40, chunk -> runs.incrementAndGet(team));
                      }
                    }
                  }));
    }
    for (Thread caller : callers) {
      caller.join();
    }
    for (int team = 0; team < teams; team++) {
      assertEquals(500 * 40, runs.get(team));
    }
  }

  @Test
  void tasksRunOnThreadsThatComputeNothing() throws InterruptedException {
    try (var team = new ThreadTeam(3)) {
      var done = new CountDownLatch(50);
      var runs = new AtomicIntegerArray(40);
      for (int i = 0; i < 50; i++) {
        team.execute(done::countDown);
        team.run(40, runs::incrementAndGet);
      }
      assertTrue(done.await(120, TimeUnit.SECONDS));
      for (int chunk = 0; chunk < 40; chunk++) {
        assertEquals(50, runs.get(chunk));
      }
    }
  }

  /** Tasks that come one right after the other wake a thread each. */
  @Test
  void everyTaskWakesAThreadOfItsOwn() throws Exception {
    var before = Thread.getAllStackTraces().keySet();
    try (var team = new ThreadTeam(4)) {
      var workers = new ArrayList<>(Thread.getAllStackTraces().keySet());
      workers.removeAll(before);
      workers.removeIf(thread -> !thread.getName().startsWith("atoll-cpu-"));
      assertEquals(3, workers.size());
      Await.blocked(workers);
      var together = new CountDownLatch(3);
      for (int task = 0; task < 3; task++) {
        team.execute(
            () -> {
              together.countDown();
              awaitUninterruptibly(together);
            });
      }
      assertTrue(together.await(120, TimeUnit.SECONDS));
    }
  }

  @Test
  void kernelsGoOnWhileTasksHoldThreads() {
    try (var team = new ThreadTeam(2)) {
      var finish = new CountDownLatch(1);
      var ended = new AtomicBoolean();
      team.execute(
          () -> {
            awaitUninterruptibly(finish);
            ended.set(true);
          });
      var runs = new AtomicIntegerArray(10);
      team.run(10, runs::incrementAndGet);
      assertEquals(1, runs.get(9));
      finish.countDown();
      team.workUntil(ended::get);
      assertTrue(ended.get());
    }
  }

  @Test
  void aCallerThatWaitsRunsTasksItself() {
    try (var team = new ThreadTeam(1)) {
      var ran = new AtomicBoolean();
      team.execute(() -> ran.set(true));
      team.workUntil(ran::get);
      assertTrue(ran.get());
    }
  }

  @Test
  void nobodyHelpsWhereThereIsNobody() {
    try (var team = new ThreadTeam(2)) {
      team.helpUntil(() -> false);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
