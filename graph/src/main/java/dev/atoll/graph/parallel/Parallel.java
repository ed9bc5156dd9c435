package dev.atoll.graph.parallel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Runs the numbered chunks of a job on several threads. Chunks are assigned as threads become free,
 * so a body must not let its result depend on which thread ran a chunk, or when.
 *
 * <pre>{@code
 * long[] sums = new long[chunks];
 * Parallel.forEach(threads, chunks, chunk -> sums[chunk] = sumOf(chunk));
 * }</pre>
 */
public final class Parallel {
  /** Idle threads are daemons and end by themselves, so nothing has to be shut down. */
  private static final ExecutorService HELPERS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          5,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform().daemon().name("atoll-graph-", 0).factory());

  private Parallel() {}

  /** The default number of threads: one per core. */
  public static int allCores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /**
   * Runs the body once for every chunk from 0 to {@code chunks − 1} and returns when all are done.
   * When bodies fail, no further chunk is started and the failure of the lowest chunk is thrown as
   * it was, the others suppressed in it.
   *
   * @param threads how many threads may work at once, the calling one among them
   */
  public static void forEach(int threads, int chunks, IntConsumer body) {
    if (threads < 1 || chunks < 0) {
      throw new IllegalArgumentException(
          "threads must be at least 1 and chunks at least 0, not %d and %d"
              .formatted(threads, chunks));
    }
    int helpers = Math.min(threads, chunks) - 1;
    var job = new Job(chunks, body);
    for (int i = 0; i < helpers; i++) {
      HELPERS.execute(job);
    }
    job.work();
    job.awaitHelpers();
    job.throwFailure();
  }

  /**
   * Waits for a result; an unchecked exception or error that it failed with is thrown as it was.
   */
  public static <T> T join(CompletableFuture<T> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }

  /** A run of consecutive items. */
  @FunctionalInterface
  public interface RangeBody {
    void accept(long from, long to);
  }

  /** Cuts {@code 0 … count − 1} into runs of {@code grain} items and handles each as a chunk. */
  public static void forEachRange(int threads, long count, long grain, RangeBody body) {
    int chunks = Math.toIntExact(Math.ceilDiv(count, grain));
    forEach(
        threads, chunks, chunk -> body.accept(chunk * grain, Math.min(count, (chunk + 1) * grain)));
  }

  private static final class Job implements Runnable {
    /** Added to the number of helpers at work once no more may begin. */
    private static final int NO_MORE = Integer.MIN_VALUE;

    private final int chunks;
    private final IntConsumer body;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger helpers = new AtomicInteger();
    private final CountDownLatch helpersDone = new CountDownLatch(1);
    private Throwable failure;
    private int failedChunk;

    Job(int chunks, IntConsumer body) {
      this.chunks = chunks;
      this.body = body;
    }

    /** Helps, unless the job is done: a helper that comes late on a busy machine is not awaited. */
    @Override
    public void run() {
      if (helpers.getAndUpdate(count -> count < 0 ? count : count + 1) < 0) {
        return;
      }
      try {
        work();
      } finally {
        if (helpers.decrementAndGet() == NO_MORE) {
          helpersDone.countDown();
        }
      }
    }

    void work() {
      for (int chunk = take(); chunk < chunks; chunk = take()) {
        try {
          body.accept(chunk);
        } catch (Throwable e) { // rethrown by throwFailure
          fail(chunk, e);
        }
      }
    }

    /** Never runs past the end, so that the counter cannot overflow however many ask. */
    private int take() {
      return next.getAndUpdate(chunk -> Math.min(chunk + 1, chunks));
    }

    private synchronized void fail(int chunk, Throwable e) {
      next.set(chunks);
      if (failure == null) {
        failure = e;
        failedChunk = chunk;
      } else if (failure != e) {
        boolean first = chunk < failedChunk;
        Throwable kept = first ? e : failure;
        kept.addSuppressed(first ? failure : e);
        failure = kept;
        failedChunk = Math.min(chunk, failedChunk);
      }
    }

    /** Helpers may hold memory of the caller, so an interrupt cannot cut the wait short. */
    void awaitHelpers() {
      boolean interrupted = false;
      boolean working = helpers.addAndGet(NO_MORE) != NO_MORE;
      while (working) {
        try {
          helpersDone.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    synchronized void throwFailure() {
      switch (failure) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new IllegalStateException("chunk " + failedChunk + " failed", e);
      }
    }
  }
}
