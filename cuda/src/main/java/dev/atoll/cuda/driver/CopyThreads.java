package dev.atoll.cuda.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Threads of one worker that copy rows in host memory; the caller is one of them. */
public final class CopyThreads implements AutoCloseable {
  private final int threads;
  private final ExecutorService others;

  /**
   * @param threads the caller included
   */
  public CopyThreads(int threads) {
    this.threads = threads;
    this.others =
        Executors.newFixedThreadPool(
            Math.max(1, threads - 1), Thread.ofPlatform().daemon().name("copy-", 0).factory());
  }

  /** Runs tasks by their numbers from 0 on; returns when all are done. */
  public void run(int tasks, IntConsumer task) {
    var next = new AtomicInteger();
    Runnable some =
        () -> {
          for (int number; (number = next.getAndIncrement()) < tasks; ) {
            task.accept(number);
          }
        };
    List<Future<?>> started = new ArrayList<>();
    for (int other = 1; other < Math.min(threads, tasks); other++) {
      started.add(others.submit(some));
    }
    try {
      some.run();
    } finally {
      next.set(tasks);
      started.forEach(CopyThreads::await);
    }
  }

  /** Waits without being interruptible: tasks write to the caller's memory. */
  private static void await(Future<?> started) {
    boolean interrupted = false;
    while (true) {
      try {
        started.get();
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      } catch (ExecutionException e) {
        throw new IllegalStateException("copying rows failed: " + e.getCause(), e.getCause());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    others.close();
  }
}
