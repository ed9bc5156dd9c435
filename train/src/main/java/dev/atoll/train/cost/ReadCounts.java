package dev.atoll.train.cost;

import java.util.concurrent.atomic.LongAdder;

/** Feature rows by where they were read from. */
public final class ReadCounts {
  private final LongAdder local = new LongAdder();
  private final LongAdder peer = new LongAdder();

  /** No rows yet. */
  public ReadCounts() {}

  /** Rows that this worker owns. */
  public void addLocal(long rows) {
    local.add(rows);
  }

  /** Rows that came from another worker. */
  public void addPeer(long rows) {
    peer.add(rows);
  }

  public long takeLocal() {
    return local.sumThenReset();
  }

  public long takePeer() {
    return peer.sumThenReset();
  }
}
