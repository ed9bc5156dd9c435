package dev.atoll.comm;

import java.util.function.Supplier;

/**
 * The scheduling context of a thread: the priority of its requests at other ranks, and the release
 * of its core while it waits for them.
 *
 * <pre>{@code
 * ScopedValue.where(SchedulingContext.CURRENT, context).run(() -> fetchRows());
 * }</pre>
 */
public interface SchedulingContext {
  /** The context of the current thread; unbound where no scheduler runs. */
  ScopedValue<SchedulingContext> CURRENT = ScopedValue.newInstance();

  /**
   * The priority of requests, from 1. Ranks answer requests of a lower number first, and of equal
   * numbers the smaller request first. Requests outside any context come before all others, in the
   * order of their arrival.
   */
  long priority();

  /** Releases the core, before the thread waits. */
  void pause();

  /** Takes a core again after the wait, successful or not; returns once the thread may go on. */
  void resume();

  /** Waits for a result of other threads or ranks; meanwhile other threads may use the core. */
  static <T> T await(Supplier<T> waiting) {
    if (!CURRENT.isBound()) {
      return waiting.get();
    }
    SchedulingContext context = CURRENT.get();
    context.pause();
    try {
      return waiting.get();
    } finally {
      context.resume();
    }
  }
}
