package dev.atoll.train.cost;

import dev.atoll.tensor.sample.RowTier;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** Feature rows by where they were read from. */
public final class ReadCounts {
  private final PartGroup part;
  private final LongAdder local = new LongAdder();
  private final LongAdder peer = new LongAdder();
  private final LongAdder host = new LongAdder();
  private final Map<RowTier, DeviceReads> ofDevice = new EnumMap<>(RowTier.class);

  /** Counts the rows that a store reads from their owners. */
  @FunctionalInterface
  public interface ByOwner {
    /** Adds rows of a worker. */
    void add(int owner, long rows);
  }

  /** Rows that a device has read of one tier. */
  private record DeviceReads(LongAdder rows, LongAdder bytes, DoubleAdder seconds) {
    DeviceReads() {
      this(new LongAdder(), new LongAdder(), new DoubleAdder());
    }
  }

  /** Creates counts of zero for a worker that does not share its part. */
  public ReadCounts() {
    this(new PartGroup(0, 1));
  }

  /** No rows yet. */
  public ReadCounts(PartGroup part) {
    this.part = part;
    for (RowTier tier : RowTier.values()) {
      ofDevice.put(tier, new DeviceReads());
    }
  }

  /** Counts rows that this worker caches; with logical devices, rows of the reader's buffer. */
  public void addLocal(long rows) {
    local.add(rows);
  }

  /** Counts rows of an owner: local if it shares this worker's part, else rows of a peer. */
  public void addOf(int owner, long rows) {
    (part.has(owner) ? local : peer).add(rows);
  }

  /** Counts rows from another worker; with logical devices, rows of another device's buffer. */
  public void addPeer(long rows) {
    peer.add(rows);
  }

  /** Rows that were in no logical device's buffer. */
  public void addHost(long rows) {
    host.add(rows);
  }

  /**
   * Counts rows that a device read directly, or that the host copied to memory the device reads.
   */
  public void addOfDevice(RowTier tier, long rows, long bytes, double seconds) {
    DeviceReads reads = ofDevice.get(tier);
    reads.rows.add(rows);
    reads.bytes.add(bytes);
    reads.seconds.add(seconds);
  }

  /** The rows since the last call. */
  public RowReads take() {
    RowReads counted =
        RowReads.counted(local.sumThenReset(), peer.sumThenReset(), host.sumThenReset());
    return counted.plus(takeNear()).plus(takePinned()).plus(takePageable());
  }

  private RowReads takeNear() {
    DeviceReads near = ofDevice.get(RowTier.DEVICE);
    near.bytes.reset();
    long rows = near.rows.sumThenReset();
    return new RowReads(rows, 0, 0, 0, 0, 0, near.seconds.sumThenReset(), 0, 0);
  }

  private RowReads takePinned() {
    DeviceReads pinned = ofDevice.get(RowTier.PINNED);
    return new RowReads(
        0,
        0,
        pinned.rows.sumThenReset(),
        pinned.bytes.sumThenReset(),
        0,
        0,
        0,
        pinned.seconds.sumThenReset(),
        0);
  }

  private RowReads takePageable() {
    DeviceReads pageable = ofDevice.get(RowTier.PAGEABLE);
    long rows = pageable.rows.sumThenReset();
    long bytes = pageable.bytes.sumThenReset();
    double seconds = pageable.seconds.sumThenReset();
    return new RowReads(0, 0, rows, bytes, rows, bytes, 0, seconds, seconds);
  }
}
