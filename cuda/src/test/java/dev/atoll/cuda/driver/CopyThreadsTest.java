package dev.atoll.cuda.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Await;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CopyThreadsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyTaskRunsOnceOnNoMoreThanTheWorkersThreads(int threads) {
    try (var copying = new CopyThreads(threads)) {
      for (int tasks : new int[] {0, 1, 2, 100}) {
        var runs = new AtomicIntegerArray(tasks);
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        copying.run(
            tasks,
            task -> {
              runs.incrementAndGet(task);
              used.add(Thread.currentThread());
            });
        for (int task = 0; task < tasks; task++) {
          assertEquals(1, runs.get(task));
        }
        assertTrue(used.size() <= threads, used::toString);
      }
    }
  }

  @Test
  void aFailureIsTheCallers() {
    try (var copying = new CopyThreads(3)) {
      var failure =
          assertThrows(
              IllegalStateException.class,
              () ->
                  copying.run(
                      3,
                      _ -> {
                        throw new IllegalStateException("no row there");
                      }));
      assertTrue(failure.getMessage().contains("no row there"));
    }
  }

  /** The first failure may not end the wait: other threads still write to the caller's memory. */
  @Test
  void everyThreadHasEndedWhenSeveralFail() {
    int threads = 4;
    try (var copying = new CopyThreads(threads)) {
      var all = new CyclicBarrier(threads);
      var running = new AtomicInteger(threads);
      var failure =
          assertThrows(
              IllegalStateException.class,
              () ->
                  copying.run(
                      threads,
                      task -> {
                        await(all);
                        try {
                          throw new IllegalStateException("row " + task);
                        } finally {
                          running.decrementAndGet();
                        }
                      }));
      assertEquals(0, running.get());
      assertEquals(threads - 1, failure.getSuppressed().length);
    }
  }

  @Test
  void aThreadThatHasStartedIsAwaitedWhenTheNextIsRejected() throws Exception {
    var started = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    var busyWithTheFirst =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            (_, _) -> {
              await(started);
              throw new RejectedExecutionException("closed");
            });
    try (var copying = new CopyThreads(3, busyWithTheFirst)) {
      var call =
          new FutureTask<>(
              () ->
                  assertThrows(
                      RejectedExecutionException.class,
                      () ->
                          copying.run(
                              3,
                              _ -> {
                                started.countDown();
                                await(mayEnd);
                              })));
      Thread caller = Thread.ofPlatform().daemon().start(call);
      started.await();
      Await.blocked(List.of(caller));
      boolean returned = call.isDone();
      mayEnd.countDown();
      call.get();
      assertFalse(returned, "while a thread wrote to the caller's memory");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }
}
