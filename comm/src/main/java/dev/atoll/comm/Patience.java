package dev.atoll.comm;

/**
 * Whoever lends a thread to work that waits for peers, and wants to lend its core to others
 * meanwhile.
 *
 * <pre>{@code
 * ScopedValue.where(Patience.OF_THREAD, patience).run(() -> fetchRows());
 * }</pre>
 */
public interface Patience {
  /** Who is told when the thread that runs now waits; unbound when nobody wants to know. */
  ScopedValue<Patience> OF_THREAD = ScopedValue.newInstance();

  /** The thread is about to wait. */
  void begin();

  /** What it waited for has come, or never will; returns when the thread may go on. */
  void end();
}
