package dev.atoll.train.halo.exchange;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.halo.ChangeMean;
import dev.atoll.train.halo.PeerRows;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of one layer's exchange in one direction: the stale rows of every peer, the epoch of
 * every worker's last broadcast, the rounding errors of rows that were sent, and the transfer that
 * the next epoch awaits.
 */
final class LayerChannel {
  private static final String VERSION = "version";
  private static final String SENT = "sent";
  private static final String CACHE = "cache";
  private static final String LOST = "lost";
  private static final String CHANGES = "changes";

  private final int cols;
  private final RowCodec codec;
  private final boolean whole;
  private final Arena memory;
  private final int[] version;
  private final MemorySegment[] stale;
  private final MemorySegment[] lost;
  private final Matrix[] sent;
  private final Optional<DeviceCache> onDevice;
  private final ChangeMean changes = new ChangeMean();
  private Transfer inFlight;

  /**
   * @param whole whether messages hold all rows of their owner
   * @param onDevice device storage of stale rows; empty for host memory
   */
  LayerChannel(
      int workers,
      int cols,
      RowCodec codec,
      boolean whole,
      Arena memory,
      Optional<DeviceCache> onDevice) {
    this.cols = cols;
    this.onDevice = onDevice;
    this.codec = codec;
    this.whole = whole;
    this.memory = memory;
    this.version = new int[workers];
    this.stale = new MemorySegment[workers];
    this.lost = new MemorySegment[workers];
    this.sent = new Matrix[workers];
    Arrays.fill(version, RefreshStep.NEVER);
  }

  int cols() {
    return cols;
  }

  /** The epoch of a worker's last broadcast. */
  int lastSent(int worker) {
    return version[worker];
  }

  /** Whether every worker has sent before. */
  boolean isFilled() {
    return Arrays.stream(version).noneMatch(epoch -> epoch == RefreshStep.NEVER);
  }

  void stamp(int worker, int epoch) {
    version[worker] = epoch;
  }

  /** The changes of rows that the refresh rule has noted. */
  ChangeMean changes() {
    return changes;
  }

  /**
   * The own rows as they were sent last; null before.
   *
   * @param reader the peer they were for; the worker itself where all get the same
   */
  Matrix sent(int reader) {
    return sent[reader];
  }

  void keepSent(int reader, Matrix rows) {
    sent[reader] = rows;
  }

  /** The device's memory for rows of peers as they were sent last; empty for {@link #stale}. */
  Optional<DeviceCache> onDevice() {
    return onDevice;
  }

  /** The rows of a peer as they were sent last, in host memory. */
  MemorySegment stale(int peer, int rows) {
    return kept(stale, peer, rows);
  }

  /**
   * Stores a transfer until the next epoch.
   *
   * @return the transfer stored before; null if there is none
   */
  Transfer keep(Transfer started) {
    Transfer before = inFlight;
    inFlight = started;
    return before;
  }

  /** Awaits the transfer in flight: its rows become the stale ones. */
  void drain() {
    if (inFlight != null) {
      inFlight.finish(Transfer.Sink.NONE);
      inFlight.close();
      inFlight = null;
    }
  }

  /** Releases the memory of the transfer in flight. */
  void close() {
    if (inFlight != null) {
      inFlight.abandon();
      inFlight = null;
    }
  }

  private MemorySegment kept(MemorySegment[] by, int peer, int rows) {
    if (by[peer] == null) {
      by[peer] = memory.allocate(Math.max(1, bytes(rows)), Long.BYTES).asSlice(0, bytes(rows));
    }
    return by[peer];
  }

  /** Bytes of rows as float32. */
  long bytes(int rows) {
    return (long) rows * cols * Float.BYTES;
  }

  long messageBytes(PeerRows rows) {
    return (whole ? rows.ownerRows() : rows.count()) * codec.rowBytes(cols);
  }

  /**
   * Whether a message is nothing but the rows.
   *
   * @param every whether all rows of their owner are in it
   */
  boolean isPlain(boolean every) {
    return codec.isExact() && (every || !whole);
  }

  private long slot(PeerRows rows, int index) {
    return (whole ? rows.row(index) : index) * codec.rowBytes(cols);
  }

  /** Writes packed rows, which are for a peer, into a message; may change them. */
  void encode(MemorySegment packed, PeerRows rows, int peer, MemorySegment message) {
    if (whole) {
      message.fill((byte) 0);
    }
    boolean feedsBack = codec.feedsErrorsBack();
    MemorySegment errors = feedsBack ? kept(lost, peer, rows.total()) : null;
    for (int i = 0; i < rows.count(); i++) {
      long at = bytes(i);
      long slot = slot(rows, i);
      if (feedsBack) {
        addTo(packed, at, errors, bytes(rows.place(i)));
      }
      codec.encode(packed, at, cols, message, slot);
      if (feedsBack) {
        codec.decode(message, slot, cols, errors, bytes(rows.place(i)));
        subtractFrom(packed, at, errors, bytes(rows.place(i)));
      }
    }
  }

  /** {@code row += lost}: the rounding error of the last time is sent now. */
  private void addTo(MemorySegment row, long at, MemorySegment lostRow, long lostAt) {
    for (long c = 0; c < bytes(1); c += Float.BYTES) {
      float sum =
          row.get(JAVA_FLOAT_UNALIGNED, at + c) + lostRow.get(JAVA_FLOAT_UNALIGNED, lostAt + c);
      row.set(JAVA_FLOAT_UNALIGNED, at + c, sum);
    }
  }

  /** {@code lost = row − lost}. */
  private void subtractFrom(MemorySegment row, long at, MemorySegment lostRow, long lostAt) {
    for (long c = 0; c < bytes(1); c += Float.BYTES) {
      float rest =
          row.get(JAVA_FLOAT_UNALIGNED, at + c) - lostRow.get(JAVA_FLOAT_UNALIGNED, lostAt + c);
      lostRow.set(JAVA_FLOAT_UNALIGNED, lostAt + c, rest);
    }
  }

  /**
   * Reads the rows of a message.
   *
   * @param scattered whether they go to their positions among all that go this way, or one after
   *     the other
   */
  void decode(MemorySegment message, PeerRows rows, boolean scattered, MemorySegment packed) {
    for (int i = 0; i < rows.count(); i++) {
      int place = scattered ? rows.place(i) : i;
      codec.decode(message, slot(rows, i), cols, packed, bytes(place));
    }
  }

  /** Bytes of the stale rows, and of the own rows as they were sent last. */
  long cacheBytes() {
    long own =
        Arrays.stream(sent)
            .filter(Objects::nonNull)
            .mapToLong(rows -> Matrix.bytesFor(rows.rows(), rows.cols(), rows.type()))
            .sum();
    return hostStaleBytes() + onDevice.map(DeviceCache::bytes).orElse(0L) + own;
  }

  /** Bytes of the stale rows in host memory. */
  long hostStaleBytes() {
    return bytes(stale);
  }

  /** Bytes of the rounding errors. */
  long lostBytes() {
    return bytes(lost);
  }

  private static long bytes(MemorySegment[] byPeer) {
    return Arrays.stream(byPeer).mapToLong(rows -> rows == null ? 0 : rows.byteSize()).sum();
  }

  /** Passes on the state of a drained channel, for {@link #restore}. */
  void save(String prefix, Backend backend, Arena passing, HaloExchange.StateConsumer keeper) {
    MemorySegment epochs = passing.allocate((long) version.length * bytes(1), Float.BYTES);
    for (int worker = 0; worker < version.length; worker++) {
      epochs.set(JAVA_FLOAT_UNALIGNED, worker * bytes(1), (float) version[worker]);
    }
    keeper.keep(prefix + VERSION, version.length, cols, epochs);
    saveChanges(prefix + CHANGES, passing, keeper);
    for (int peer = 0; peer < version.length; peer++) {
      saveStale(prefix + CACHE + peer, peer, backend, passing, keeper);
      keep(prefix + LOST + peer, lost[peer], keeper);
    }
    for (int reader = 0; reader < sent.length; reader++) {
      keep(prefix + SENT + reader, sent[reader], backend, passing, keeper);
    }
  }

  private void saveStale(
      String name, int peer, Backend backend, Arena passing, HaloExchange.StateConsumer keeper) {
    if (onDevice.isPresent()) {
      keep(name, onDevice.get().find(peer), backend, passing, keeper);
    } else {
      keep(name, stale[peer], keeper);
    }
  }

  /** Passes on rows of the device. */
  private void keep(
      String name, Matrix rows, Backend backend, Arena passing, HaloExchange.StateConsumer keeper) {
    if (rows != null) {
      MemorySegment elements = passing.allocate(bytes(rows.rows()), Float.BYTES);
      backend.download(rows, elements);
      keeper.keep(name, rows.rows(), cols, elements);
    }
  }

  private void saveChanges(String name, Arena passing, HaloExchange.StateConsumer keeper) {
    if (changes.count() > 0) {
      MemorySegment noted = passing.allocate(bytes(2), Float.BYTES);
      noted.set(JAVA_FLOAT_UNALIGNED, 0, changes.sum());
      noted.set(JAVA_FLOAT_UNALIGNED, bytes(1), (float) changes.count());
      keeper.keep(name, 2, cols, noted);
    }
  }

  private void keep(String name, MemorySegment rows, HaloExchange.StateConsumer keeper) {
    if (rows != null) {
      keeper.keep(name, (int) (rows.byteSize() / bytes(1)), cols, rows);
    }
  }

  void restore(String name, int rows, MemorySegment elements, Backend backend, Workspace kept) {
    if (name.equals(VERSION)) {
      for (int worker = 0; worker < rows; worker++) {
        version[worker] = (int) elements.get(JAVA_FLOAT_UNALIGNED, worker * bytes(1));
      }
    } else if (name.equals(CHANGES)) {
      changes.restore(
          elements.get(JAVA_FLOAT_UNALIGNED, 0),
          (int) elements.get(JAVA_FLOAT_UNALIGNED, bytes(1)));
    } else if (name.startsWith(SENT)) {
      Matrix restored = kept.matrix(rows, cols);
      backend.upload(elements, restored);
      sent[number(name, SENT)] = restored;
    } else if (name.startsWith(CACHE)) {
      restoreStale(number(name, CACHE), rows, elements);
    } else {
      kept(lost, number(name, LOST), rows).copyFrom(elements);
    }
  }

  private void restoreStale(int peer, int rows, MemorySegment elements) {
    if (onDevice.isPresent()) {
      onDevice.get().replace(onDevice.get().of(peer, rows, cols), elements);
    } else {
      stale(peer, rows).copyFrom(elements);
    }
  }

  private static int number(String name, String prefix) {
    return Integer.parseInt(name.substring(prefix.length()));
  }
}
