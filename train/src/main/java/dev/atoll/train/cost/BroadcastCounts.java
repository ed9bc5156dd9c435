package dev.atoll.train.cost;

import java.util.concurrent.atomic.LongAdder;

/** How often a worker sent its rows, or their gradients, and how often it was spared that. */
public final class BroadcastCounts {
  private final LongAdder sent = new LongAdder();
  private final LongAdder skipped = new LongAdder();

  /** None yet. */
  public BroadcastCounts() {}

  /** One more. */
  public void add(boolean wasSent) {
    (wasSent ? sent : skipped).increment();
  }

  public long takeSent() {
    return sent.sumThenReset();
  }

  public long takeSkipped() {
    return skipped.sumThenReset();
  }
}
