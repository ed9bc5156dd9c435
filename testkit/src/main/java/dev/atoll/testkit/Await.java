package dev.atoll.testkit;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;

/**
 * Polling for states without events: files of other processes, ports, waiting threads. The timeout
 * is far longer than a busy machine needs.
 */
public final class Await {
  /** The time after which a test gives up. */
  public static final Duration MOST = Duration.ofMinutes(2);

  private static final long PAUSE_NANOS = 5_000_000;

  private Await() {}

  /** A state that a test waits for. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Returns once a condition holds.
   *
   * @param what description of the condition, for the error on timeout
   */
  public static void until(String what, Condition condition) throws Exception {
    if (!within(MOST, condition)) {
      throw new AssertionError("not within %d s: %s".formatted(MOST.toSeconds(), what));
    }
  }

  /** Whether a condition comes to hold within a time. */
  public static boolean within(Duration most, Condition condition) throws Exception {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - start > most.toNanos()) {
        return false;
      }
      pause();
    }
    return true;
  }

  /** Returns once each of several threads waits for something, or has ended. */
  public static void blocked(Collection<Thread> threads) throws Exception {
    until(
        "waiting threads of " + threads,
        () -> threads.stream().map(Thread::getState).allMatch(Await::isIdle));
  }

  private static boolean isIdle(Thread.State state) {
    return switch (state) {
      case WAITING, TIMED_WAITING, TERMINATED -> true;
      case NEW, RUNNABLE, BLOCKED -> false;
    };
  }

  private static void pause() throws InterruptedException {
    LockSupport.parkNanos(PAUSE_NANOS);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
