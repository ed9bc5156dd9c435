package dev.atoll.train.halo.exchange;

/** Counts the memory of a worker's messages: now, and at most. */
public final class BufferBytes {
  private long now;
  private long most;

  /** Starts at zero. */
  public BufferBytes() {}

  public void take(long bytes) {
    now += bytes;
    most = Math.max(most, now);
  }

  public void release(long bytes) {
    now -= bytes;
  }

  public long maxBytes() {
    return most;
  }
}
