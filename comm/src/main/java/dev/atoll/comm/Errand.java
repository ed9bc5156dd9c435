package dev.atoll.comm;

import java.util.function.Supplier;

/**
 * What a thread runs for, where somebody schedules it: how urgent that is to peers, and who may use
 * its core while it waits for them.
 *
 * <pre>{@code
 * ScopedValue.where(Errand.OF_THREAD, errand).run(() -> fetchRows());
 * }</pre>
 */
public interface Errand {
  /** What the thread that runs now does; unbound where nobody schedules. */
  ScopedValue<Errand> OF_THREAD = ScopedValue.newInstance();

  /**
   * Peers answer requests of lower orders first, and of one order the smaller first; requests of no
   * errand come before all, in the order of their arrival. From 1 on.
   */
  long order();

  /** The thread is about to wait. */
  void pause();

  /** What it waited for has come, or never will; returns when the thread may go on. */
  void resume();

  /** Waits for something that others do; meanwhile they may use the core of this thread. */
  static <T> T await(Supplier<T> waiting) {
    if (!OF_THREAD.isBound()) {
      return waiting.get();
    }
    Errand errand = OF_THREAD.get();
    errand.pause();
    try {
      return waiting.get();
    } finally {
      errand.resume();
    }
  }
}
