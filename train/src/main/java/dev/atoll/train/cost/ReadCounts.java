package dev.atoll.train.cost;

import java.util.concurrent.atomic.LongAdder;

/** Feature rows by where they were read from. */
public final class ReadCounts {
  private final LongAdder local = new LongAdder();
  private final LongAdder peer = new LongAdder();
  private final LongAdder host = new LongAdder();

  /** No rows yet. */
  public ReadCounts() {}

  /** Rows that this worker owns or keeps; of logical devices, those in the reader's buffer. */
  public void addLocal(long rows) {
    local.add(rows);
  }

  /** Rows that came from another worker; of logical devices, those in the buffer of another. */
  public void addPeer(long rows) {
    peer.add(rows);
  }

  /** Rows that were in no logical device's buffer. */
  public void addHost(long rows) {
    host.add(rows);
  }

  public long takeLocal() {
    return local.sumThenReset();
  }

  public long takePeer() {
    return peer.sumThenReset();
  }

  public long takeHost() {
    return host.sumThenReset();
  }
}
