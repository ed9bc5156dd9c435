package dev.atoll.comm.mail;

import dev.atoll.comm.Purpose;
import dev.atoll.comm.Traffic;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts the messages and bytes that a rank sends; {@link Traffic} is a snapshot. */
public final class Counters {
  private final int size;
  private final AtomicLongArray bytes;
  private final AtomicLongArray messages;
  private final AtomicLongArray rounds = new AtomicLongArray(Purpose.count());

  public Counters(int size) {
    this.size = size;
    bytes = new AtomicLongArray(Purpose.count() * size);
    messages = new AtomicLongArray(Purpose.count() * size);
  }

  public void sent(Purpose purpose, int peer, long count) {
    sent(purpose, peer, count, 1);
  }

  /** Counts bytes that were sent in several messages. */
  public void sent(Purpose purpose, int peer, long count, int inMessages) {
    int index = Traffic.index(size, purpose, peer);
    bytes.addAndGet(index, count);
    messages.addAndGet(index, inMessages);
  }

  public void round(Purpose purpose) {
    rounds.incrementAndGet(purpose.number());
  }

  public Traffic traffic() {
    return new Traffic(size, copy(bytes), copy(messages), copy(rounds));
  }

  private static long[] copy(AtomicLongArray counts) {
    long[] result = new long[counts.length()];
    for (int i = 0; i < result.length; i++) {
      result[i] = counts.get(i);
    }
    return result;
  }
}
