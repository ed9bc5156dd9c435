package dev.atoll.train.exchange;

/** Counts the memory that messages of a worker take: now, and at most. */
public final class RoomCount {
  private long now;
  private long most;

  /** None yet. */
  public RoomCount() {}

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
