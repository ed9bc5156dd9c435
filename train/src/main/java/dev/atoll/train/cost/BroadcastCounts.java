package dev.atoll.train.cost;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * The broadcasts of a worker's embeddings and gradients: sent, skipped, and their bytes by peer. A
 * broadcast counts when it starts, whenever its messages leave.
 */
public final class BroadcastCounts {
  private final Map<Integer, Long> bytesTo = new HashMap<>();
  private final LongAdder sent = new LongAdder();
  private final LongAdder skipped = new LongAdder();
  private final LongAccumulator oldest = new LongAccumulator(Math::max, 0);

  /** Creates counts of zero. */
  public BroadcastCounts() {}

  /** Counts a broadcast. */
  public void add(boolean wasSent) {
    (wasSent ? sent : skipped).increment();
  }

  /** Notes the age, in epochs, of rows that are read. */
  public void addAge(int epochs) {
    oldest.accumulate(epochs);
  }

  /** Counts the bytes of a broadcast to a peer. */
  public synchronized void addBytes(int peer, long bytes) {
    bytesTo.merge(peer, bytes, Long::sum);
  }

  /** The bytes to every peer, by rank. */
  public synchronized long[] takeBytes(int workers) {
    long[] taken = new long[workers];
    bytesTo.forEach((peer, bytes) -> taken[peer] = bytes);
    bytesTo.clear();
    return taken;
  }

  public long takeSent() {
    return sent.sumThenReset();
  }

  /** The largest age of rows that were read. */
  public long takeMaxAge() {
    return oldest.getThenReset();
  }

  public long takeSkipped() {
    return skipped.sumThenReset();
  }
}
