package dev.atoll.tensor.cpu;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Persistent threads that share out the chunks of one piece of work at a time; the caller works
 * too. Which thread runs which chunk is chance; what a chunk is, is not: cut work by its shape and
 * write each result from one chunk, and the outcome does not depend on the number of threads.
 *
 * <p>A call that finds the team at work, be it from inside a chunk or from another thread, runs all
 * its chunks itself.
 */
final class ThreadTeam implements AutoCloseable {
  /** Long enough to bridge the gap between two kernels, short enough not to burn a shared core. */
  private static final int SPINS = 2_000;

  /** Work cut into numbered chunks. */
  @FunctionalInterface
  interface Chunks {
    void run(int chunk);
  }

  /** Work on a half-open range. */
  @FunctionalInterface
  interface Range {
    void run(int from, int to);
  }

  private final Worker[] workers;
  private final AtomicBoolean busy = new AtomicBoolean();

  /**
   * Chunks not yet taken. A thread that has taken one may read {@link #work} and {@link #count}.
   */
  private final AtomicInteger waiting = new AtomicInteger();

  /** Chunks not yet finished: until it is zero the caller stays, and the fields below hold. */
  private final AtomicInteger unfinished = new AtomicInteger();

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private Chunks work;
  private int count;
  private volatile Thread caller;
  private volatile boolean closed;

  ThreadTeam(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads=" + threads + ": expected at least 1");
    }
    workers = new Worker[threads - 1];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker("atoll-cpu-" + (i + 1));
      workers[i].start();
    }
  }

  int threads() {
    return workers.length + 1;
  }

  /** Runs chunks 0 to {@code chunks − 1}, in any order, and returns when all are done. */
  void run(int chunks, Chunks body) {
    if (closed) {
      throw new IllegalStateException("the thread team is closed");
    }
    if (chunks <= 1 || workers.length == 0 || !busy.compareAndSet(false, true)) {
      for (int chunk = 0; chunk < chunks; chunk++) {
        body.run(chunk);
      }
      return;
    }
    try {
      share(chunks, body);
    } finally {
      busy.set(false);
    }
  }

  /** Runs {@code [0, total)} in ranges of {@code step}. */
  void ranges(int total, int step, Range body) {
    run(
        Math.ceilDiv(total, step),
        chunk -> {
          int from = chunk * step;
          body.run(from, Math.min(total - from, step) + from);
        });
  }

  private void share(int chunks, Chunks body) {
    work = body;
    count = chunks;
    caller = Thread.currentThread();
    failure.set(null);
    unfinished.set(chunks);
    waiting.set(chunks);
    for (int i = 0; i < Math.min(chunks - 1, workers.length); i++) {
      workers[i].wake();
    }
    takeChunks();
    for (int spins = 0; unfinished.get() > 0; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.park(this);
      }
    }
    work = null;
    rethrow(failure.get());
  }

  private void takeChunks() {
    for (int left = waiting.get(); left > 0; left = waiting.get()) {
      if (waiting.compareAndSet(left, left - 1)) {
        runChunk(count - left);
      }
    }
  }

  private void runChunk(int chunk) {
    try {
      if (failure.get() == null) {
        work.run(chunk);
      }
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    } finally {
      Thread waiter = caller;
      if (unfinished.decrementAndGet() == 0) {
        LockSupport.unpark(waiter);
      }
    }
  }

  private static void rethrow(Throwable failure) {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(failure);
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Worker worker : workers) {
      worker.wake();
    }
    boolean interrupted = false;
    for (Worker worker : workers) {
      while (worker.isAlive()) {
        try {
          worker.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Worker extends Thread {
    private volatile boolean asleep;

    Worker(String name) {
      super(name);
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!closed) {
        takeChunks();
        await();
      }
    }

    private void await() {
      for (int spins = 0; spins < SPINS; spins++) {
        if (waiting.get() > 0 || closed) {
          return;
        }
        Thread.onSpinWait();
      }
      asleep = true;
      if (waiting.get() == 0 && !closed) {
        LockSupport.park(ThreadTeam.this);
      }
      asleep = false;
    }

    void wake() {
      if (asleep) {
        LockSupport.unpark(this);
      }
    }
  }
}
