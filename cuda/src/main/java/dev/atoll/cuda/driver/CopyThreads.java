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
    this(
        threads,
        Executors.newFixedThreadPool(
            Math.max(1, threads - 1), Thread.ofPlatform().daemon().name("copy-", 0).factory()));
  }

  CopyThreads(int threads, ExecutorService others) {
    this.threads = threads;
    this.others = others;
  }

  /**
   * Runs tasks by their numbers from 0 on; returns when none runs any more, as they write to the
   * caller's memory. The first failure is thrown, the others are suppressed by it.
   */
  public void run(int tasks, IntConsumer task) {
    var next = new AtomicInteger();
    Runnable some =
        () -> {
          for (int number; (number = next.getAndIncrement()) < tasks; ) {
            task.accept(number);
          }
        };
    List<Future<?>> started = new ArrayList<>();
    Throwable failure = null;
    try {
      for (int other = 1; other < Math.min(threads, tasks); other++) {
        started.add(others.submit(some)); // rejected after close
      }
      some.run();
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    next.set(tasks);
    for (Future<?> other : started) {
      failure = with(failure, failureOf(other));
    }
    switch (failure) {
      case null -> {}
      case Error error -> throw error;
      default -> throw (RuntimeException) failure; // tasks declare no others
    }
  }

  private static Throwable with(Throwable first, Throwable next) {
    if (first == null || next == null || first == next) {
      return first == null ? next : first;
    }
    first.addSuppressed(next);
    return first;
  }

  /** The failure of tasks, or null; waits for their end without being interruptible. */
  private static Throwable failureOf(Future<?> started) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          started.get();
          return null;
        } catch (InterruptedException _) {
          interrupted = true;
        } catch (ExecutionException e) {
          return e.getCause();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    others.close();
  }
}
