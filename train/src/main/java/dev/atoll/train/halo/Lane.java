package dev.atoll.train.halo;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * What one layer's exchange in one direction remembers: the rows that came last from every peer,
 * the epoch in which every worker sent last, and what rounding took from the rows that went out.
 */
final class Lane {
  static final int NEVER = -1;

  private static final String VERSION = "version";
  private static final String SENT = "sent";
  private static final String CACHE = "cache";
  private static final String LOST = "lost";

  private final int cols;
  private final RowCodec codec;
  private final boolean whole;
  private final Arena memory;
  private final int[] version;
  private final MemorySegment[] cache;
  private final MemorySegment[] lost;
  private final Matrix[] sent;

  /**
   * @param whole whether messages have room for all rows of their owner
   */
  Lane(int workers, int cols, RowCodec codec, boolean whole, Arena memory) {
    this.cols = cols;
    this.codec = codec;
    this.whole = whole;
    this.memory = memory;
    this.version = new int[workers];
    this.cache = new MemorySegment[workers];
    this.lost = new MemorySegment[workers];
    this.sent = new Matrix[workers];
    Arrays.fill(version, NEVER);
  }

  int cols() {
    return cols;
  }

  /** The epoch in which a worker sent last. */
  int version(int worker) {
    return version[worker];
  }

  void stamp(int worker, int epoch) {
    version[worker] = epoch;
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

  /** The rows that came last from a peer. */
  MemorySegment cache(int peer, int rows) {
    return kept(cache, peer, rows);
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

  /** Whether a message is nothing but the rows. */
  boolean isPlain() {
    return codec.isExact() && !whole;
  }

  private long slot(PeerRows rows, int index) {
    return (whole ? rows.row(index) : index) * codec.rowBytes(cols);
  }

  /** Writes packed rows, which are for a peer, into a message; may change them. */
  void encode(MemorySegment packed, PeerRows rows, int peer, MemorySegment message) {
    if (whole) {
      message.fill((byte) 0);
    }
    boolean remembers = codec.feedsErrorsBack();
    MemorySegment memory = remembers ? kept(lost, peer, rows.total()) : null;
    for (int i = 0; i < rows.count(); i++) {
      long at = bytes(i);
      long slot = slot(rows, i);
      if (remembers) {
        addTo(packed, at, memory, bytes(rows.place(i)));
      }
      codec.encode(packed, at, cols, message, slot);
      if (remembers) {
        codec.decode(message, slot, cols, memory, bytes(rows.place(i)));
        subtractFrom(packed, at, memory, bytes(rows.place(i)));
      }
    }
  }

  /** {@code row += lost}: what rounding took the last time is sent now. */
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
   * @param scattered whether they go to their places among all that go this way, or one after the
   *     other
   */
  void decode(MemorySegment message, PeerRows rows, boolean scattered, MemorySegment packed) {
    for (int i = 0; i < rows.count(); i++) {
      int place = scattered ? rows.place(i) : i;
      codec.decode(message, slot(rows, i), cols, packed, bytes(place));
    }
  }

  /** Bytes of the rows kept from peers. */
  long cacheBytes() {
    return Arrays.stream(cache).mapToLong(rows -> rows == null ? 0 : rows.byteSize()).sum();
  }

  /** Hands over all of this; {@link #restore} takes it back. */
  void save(String prefix, Backend backend, Arena passing, HaloExchange.Keeper keeper) {
    MemorySegment epochs = passing.allocate((long) version.length * bytes(1), Float.BYTES);
    for (int worker = 0; worker < version.length; worker++) {
      epochs.set(JAVA_FLOAT_UNALIGNED, worker * bytes(1), (float) version[worker]);
    }
    keeper.keep(prefix + VERSION, version.length, cols, epochs);
    for (int peer = 0; peer < version.length; peer++) {
      keep(prefix + CACHE + peer, cache[peer], keeper);
      keep(prefix + LOST + peer, lost[peer], keeper);
    }
    for (int reader = 0; reader < sent.length; reader++) {
      if (sent[reader] != null) {
        long bytes = bytes(sent[reader].rows());
        MemorySegment rows = passing.allocate(Math.max(1, bytes), Float.BYTES);
        backend.download(sent[reader], rows);
        keeper.keep(prefix + SENT + reader, sent[reader].rows(), cols, rows.asSlice(0, bytes));
      }
    }
  }

  private void keep(String name, MemorySegment rows, HaloExchange.Keeper keeper) {
    if (rows != null) {
      keeper.keep(name, (int) (rows.byteSize() / bytes(1)), cols, rows);
    }
  }

  void restore(String name, int rows, MemorySegment cells, Backend backend, Workspace kept) {
    if (name.equals(VERSION)) {
      for (int worker = 0; worker < rows; worker++) {
        version[worker] = (int) cells.get(JAVA_FLOAT_UNALIGNED, worker * bytes(1));
      }
    } else if (name.startsWith(SENT)) {
      Matrix restored = kept.matrix(rows, cols);
      backend.upload(cells, restored);
      sent[number(name, SENT)] = restored;
    } else if (name.startsWith(CACHE)) {
      kept(cache, number(name, CACHE), rows).copyFrom(cells);
    } else {
      kept(lost, number(name, LOST), rows).copyFrom(cells);
    }
  }

  private static int number(String name, String prefix) {
    return Integer.parseInt(name.substring(prefix.length()));
  }
}
