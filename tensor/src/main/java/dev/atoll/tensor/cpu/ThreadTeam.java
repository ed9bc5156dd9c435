package dev.atoll.tensor.cpu;

import dev.atoll.tensor.SpareThreads;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Persistent threads that run the chunks of one task at a time; the caller works too. The
 * assignment of chunks to threads varies, the chunks do not: if work is cut by its shape and each
 * result is written by one chunk, the outcome does not depend on the number of threads.
 *
 * <p>A call while the team is busy, from inside a chunk or from another thread, runs all its chunks
 * itself.
 *
 * <p>A thread without a chunk runs a {@linkplain #execute task}; without a task, chunks of teams
 * that {@linkplain SharedThreads share their threads} with this one.
 */
final class ThreadTeam implements SpareThreads, AutoCloseable {
  /** Long enough to bridge the gap between two kernels, short enough not to burn a shared core. */
  private static final int SPINS = 2_000;

  /** Chunks for each own thread from which on the threads of other teams are woken. */
  private static final int WORTH_WAKING = 4;

  /** Interval of polling for work of other teams. */
  private static final long POLL_NANOS = 50_000;

  /** Few: where workers share cores, others compute meanwhile. */
  private static final int LOOK_SPINS = 50;

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
  private final SharedThreads shared;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

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

  /** Null before the first timed call; written before and read after {@link #waiting}. */
  private ChunkMeter meter;

  ThreadTeam(int threads) {
    this(threads, new SharedThreads());
  }

  /** A team that helps others, and is helped by them. */
  ThreadTeam(int threads, SharedThreads shared) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads=" + threads + ": expected at least 1");
    }
    this.shared = shared;
    workers = new Worker[threads - 1];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker("atoll-cpu-" + (i + 1));
      workers[i].start();
    }
    shared.join(this);
  }

  int threads() {
    return workers.length + 1;
  }

  /** Runs chunks 0 to {@code chunks − 1}, in any order, and returns when all are done. */
  void run(int chunks, Chunks body) {
    if (closed) {
      throw new IllegalStateException("the thread team is closed");
    }
    if (chunks <= 1 || isAlone() || !busy.compareAndSet(false, true)) {
      for (int chunk = 0; chunk < chunks; chunk++) {
        body.run(chunk);
      }
      return;
    }
    try {
      if (meter == null) {
        share(chunks, body);
      } else {
        meter.share(Math.min(chunks, threads()), () -> share(chunks, body));
      }
    } finally {
      busy.set(false);
    }
  }

  /**
   * The {@linkplain ChunkMeter seconds} of {@code calls}, made by the current thread; no other
   * thread may call the team meanwhile. After the first use all chunks are timed, which slows small
   * ones down.
   *
   * @param cpuNanos CPU time of the current thread, the same every time
   */
  double seconds(LongSupplier cpuNanos, Runnable calls) {
    if (meter == null) {
      meter = new ChunkMeter(cpuNanos);
    }
    return meter.seconds(calls);
  }

  /** Whether the caller is the only thread there is. */
  private boolean isAlone() {
    return workers.length == 0 && !shared.hasOthers(this);
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
    wake(chunks - 1);
    if (chunks > WORTH_WAKING * threads()) {
      shared.wake(this, chunks / WORTH_WAKING);
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

  /** Wakes at most that many sleeping threads; returns how many. */
  int wake(int most) {
    int woken = 0;
    for (int i = 0; i < workers.length && woken < most; i++) {
      woken += workers[i].wake() ? 1 : 0;
    }
    return woken;
  }

  boolean hasWork() {
    return waiting.get() > 0;
  }

  /** Runs chunks until none is left; returns whether it ran any. */
  boolean takeChunks() {
    if (waiting.get() <= 0) {
      return false;
    }
    ChunkMeter metering = meter;
    return metering == null ? runChunks() : metering.chunks(this::runChunks);
  }

  private boolean runChunks() {
    boolean found = false;
    for (int left = waiting.get(); left > 0; left = waiting.get()) {
      if (waiting.compareAndSet(left, left - 1)) {
        runChunk(count - left);
        found = true;
      }
    }
    return found;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    wake(1);
  }

  private boolean runTask() {
    Runnable task = tasks.poll();
    if (task == null) {
      return false;
    }
    task.run();
    return true;
  }

  /** Helps other teams until something has happened, or the thread is interrupted. */
  void helpUntil(BooleanSupplier happened) {
    if (shared.hasOthers(this)) {
      loopUntil(happened, () -> shared.help(this), () -> shared.haveWork(this));
    }
  }

  @Override
  public void workUntil(BooleanSupplier happened) {
    loopUntil(
        happened,
        () -> runTask() || shared.help(this),
        () -> !tasks.isEmpty() || shared.haveWork(this));
  }

  private void loopUntil(
      BooleanSupplier happened, BooleanSupplier found, BooleanSupplier isThereAny) {
    Thread self = Thread.currentThread();
    while (!happened.getAsBoolean() && !self.isInterrupted()) {
      if (!found.getAsBoolean()) {
        for (int spins = 0; spins < LOOK_SPINS && !happened.getAsBoolean(); spins++) {
          Thread.onSpinWait();
        }
        if (!happened.getAsBoolean() && !isThereAny.getAsBoolean()) {
          LockSupport.parkNanos(this, POLL_NANOS);
        }
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
    shared.leave(this);
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
    private final AtomicBoolean asleep = new AtomicBoolean();

    Worker(String name) {
      super(name);
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!closed) {
        if (!takeChunks() && !runTask() && !shared.help(ThreadTeam.this)) {
          await();
        }
      }
    }

    private void await() {
      for (int spins = 0; spins < SPINS; spins++) {
        if (isWanted()) {
          return;
        }
        Thread.onSpinWait();
      }
      asleep.set(true);
      if (!isWanted()) {
        LockSupport.park(ThreadTeam.this);
      }
      asleep.set(false);
    }

    private boolean isWanted() {
      return hasWork() || closed || !tasks.isEmpty() || shared.haveWork(ThreadTeam.this);
    }

    /** Wakes the thread; returns whether it was asleep and not yet woken by another call. */
    boolean wake() {
      boolean sleeps = asleep.get() && asleep.compareAndSet(true, false);
      if (sleeps) {
        LockSupport.unpark(this);
      }
      return sleeps;
    }
  }
}
