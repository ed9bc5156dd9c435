package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.placement.LocationTable;
import dev.atoll.train.placement.Placement;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A cache of remote feature rows. Features do not change, so copies are never stale.
 *
 * <p>The rows are either copies of other workers' rows, or the buffers of logical devices: the
 * worker's memory is then the host, the first seed of a batch determines its device, and a row is
 * read from that device's buffer, from a peer's, or from the host.
 */
public final class CachedRows {
  /** The result of {@link Reader#row} for rows that are not cached. */
  static final int NONE = -1;

  private final Placement placement;
  private final boolean devices;
  private final NodeNumbering numbering;

  /** The index of each device's first row in the cache. */
  private final int[] start;

  private final StoredRows rows;
  private final int[] degrees;

  private CachedRows(
      Placement placement,
      boolean devices,
      NodeNumbering numbering,
      int[] start,
      StoredRows rows,
      int[] degrees) {
    this.placement = placement;
    this.devices = devices;
    this.numbering = numbering;
    this.start = start;
    this.rows = rows;
    this.degrees = degrees;
  }

  /**
   * Reads the rows of a placement once.
   *
   * @param placement the rows to cache, by the dataset's node numbers
   * @param devices whether the rows are buffers of logical devices
   * @param store reads the rows
   * @param like own rows; cached rows are stored in the same form
   */
  public static CachedRows read(
      Placement placement,
      boolean devices,
      FeatureStore store,
      OwnedRows like,
      Ordering ordering,
      NodeNumbering numbering,
      Arena memory) {
    int count = placement.devices().count();
    int[] start = new int[count + 1];
    for (int device = 0; device < count; device++) {
      start[device + 1] = start[device] + placement.buffer(device).length;
    }
    int[] nodes =
        IntStream.range(0, count)
            .flatMap(device -> Arrays.stream(placement.buffer(device)))
            .map(ordering::newOf)
            .toArray();
    int[] degrees = new int[nodes.length];
    try (Arena passing = Arena.ofShared()) {
      boolean dense = like.rows() instanceof DenseStoredRows;
      Matrix elements = OwnedRows.matrix(nodes.length, store.width(), dense ? memory : passing);
      MemorySegment list = passing.allocate(JAVA_INT, Math.max(1, nodes.length));
      MemorySegment.copy(nodes, 0, list, JAVA_INT, 0, nodes.length);
      store.gather(list, nodes.length, elements, degrees);
      StoredRows rows = dense ? new DenseStoredRows(elements) : sparse(elements, memory);
      return new CachedRows(placement, devices, numbering, start, rows, degrees);
    }
  }

  private static StoredRows sparse(Matrix elements, Arena memory) {
    float[] row = new float[elements.cols()];
    return SparseStoredRows.of(
        elements.rows(),
        elements.cols(),
        r -> {
          MemorySegment.copy(
              elements.data(), JAVA_FLOAT, r * elements.rowBytes(), row, 0, elements.cols());
          return row;
        },
        memory);
  }

  /** Whether these are buffers of logical devices, and all else is the host. */
  boolean areDevices() {
    return devices;
  }

  StoredRows rows() {
    return rows;
  }

  int degree(int row) {
    return degrees[row];
  }

  /** Bytes of the cached rows. */
  public long bytes() {
    return rows.heldBytes();
  }

  /** Groups of devices that read each other's rows; 1 for a cache. */
  public int groups() {
    return placement.devices().groups().size();
  }

  /** The nodes with a row on the devices of a group, by their numbers in the dataset. */
  public BitSet nodes(int group) {
    var kept = new BitSet();
    for (int device : placement.devices().groups().get(group)) {
      Arrays.stream(placement.buffer(device)).forEach(kept::set);
    }
    return kept;
  }

  /** The group of the device of a batch whose first seed is this one. */
  public int group(int firstSeed) {
    return placement.devices().groupNumber(device(firstSeed));
  }

  private int datasetId(int node) {
    return numbering.original(node);
  }

  /** Reads for a batch whose first seed is this one. */
  Reader reader(int firstSeed) {
    int device = device(firstSeed);
    return new Reader(device, placement.table(device));
  }

  /** The device of a batch whose first seed is this one: the one that trains on it, or any. */
  private int device(int firstSeed) {
    int id = datasetId(firstSeed);
    return placement
        .trainer(id)
        .orElseGet(
            () -> (int) Math.floorMod(RandomKey.mix(id), (long) placement.devices().count()));
  }

  /** The rows that one device finds, by tier. */
  final class Reader {
    private final int device;
    private final LocationTable table;

    private Reader(int device, LocationTable table) {
      this.device = device;
      this.table = table;
    }

    /** The index of a node's row in the cache, or {@link #NONE}. */
    int row(int node) {
      int id = datasetId(node);
      int holder = table.device(id);
      return holder == LocationTable.HOST ? NONE : start[holder] + table.position(id);
    }

    /** Whether a cached row is in the device's own buffer. */
    boolean isOwn(int row) {
      return row >= start[device] && row < start[device + 1];
    }
  }
}
