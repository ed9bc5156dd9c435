package dev.atoll.train.cost;

import java.util.concurrent.atomic.LongAdder;

/** Feature rows by where they were read from. */
public final class ReadCounts {
  private final PartGroup part;
  private final LongAdder local = new LongAdder();
  private final LongAdder peer = new LongAdder();
  private final LongAdder host = new LongAdder();
  private final LongAdder bus = new LongAdder();

  /** No rows yet, of a worker that has a part alone. */
  public ReadCounts() {
    this(new PartGroup(0, 1));
  }

  /** No rows yet. */
  public ReadCounts(PartGroup part) {
    this.part = part;
  }

  /** Rows that this worker owns or keeps; of logical devices, those in the reader's buffer. */
  public void addLocal(long rows) {
    local.add(rows);
  }

  /** Rows of a worker's own: local where it shares the part, else those of a peer. */
  public void addOf(int owner, long rows) {
    (part.has(owner) ? local : peer).add(rows);
  }

  /** Rows that came from another worker; of logical devices, those in the buffer of another. */
  public void addPeer(long rows) {
    peer.add(rows);
  }

  /** Rows that were in no device's memory, or in no logical device's buffer. */
  public void addHost(long rows) {
    host.add(rows);
  }

  /** Bytes of rows that a device has read from host memory. */
  public void addBus(long bytes) {
    bus.add(bytes);
  }

  public long takeBus() {
    return bus.sumThenReset();
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
