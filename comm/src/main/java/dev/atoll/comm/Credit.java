package dev.atoll.comm;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bounds the bytes in flight: below the bound any amount is granted, above it the caller waits.
 * Thus an amount larger than the bound is granted as well, while nothing else is in flight.
 */
public final class Credit {
  private final long bound;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long taken;
  private boolean open;

  public Credit(long bound) {
    this.bound = bound;
  }

  /** Takes an amount, waiting until it is granted; false when it was not in time. */
  public boolean take(long amount, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (taken >= bound && !open) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      taken += amount;
      return true;
    } finally {
      lock.unlock();
    }
  }

  public void release(long amount) {
    lock.lock();
    try {
      taken -= amount;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Grants every amount from now on, when there is nothing left to bound. */
  public void open() {
    lock.lock();
    try {
      open = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
