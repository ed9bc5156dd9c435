package dev.atoll.train.halo;

/** Counts the memory that messages of a worker take: now, and at most. */
public final class BufferBytes {
  private long now;
  private long most;

  /** None yet. */
  public BufferBytes() {}

  void take(long bytes) {
    now += bytes;
    most = Math.max(most, now);
  }

  void giveBack(long bytes) {
    now -= bytes;
  }

  long mostBytes() {
    return most;
  }
}
