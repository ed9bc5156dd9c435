package dev.atoll.train.placement;

import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.KeptRows;
import dev.atoll.train.store.OwnedRows;
import java.lang.foreign.Arena;
import java.util.BitSet;
import java.util.function.Function;

/**
 * The rows of a placement, read once, and the store that finds them before it asks their owners:
 * {@link CachedRows copies of other workers' rows}, or {@link LogicalDevices buffers of simulated
 * devices}.
 */
public sealed interface NearRows permits CachedRows, LogicalDevices {
  /**
   * Reads the rows of a placement, before the first step.
   *
   * @param placement by the dataset's node numbers
   * @param owners reads the rows
   * @param like own rows; copies are stored in the same form
   */
  static NearRows read(
      PlacementPlan plan,
      Placement placement,
      FeatureStore owners,
      OwnedRows like,
      Ordering ordering,
      NodeNumbering numbering,
      Arena memory) {
    int[] nodes = placement.nodes().map(ordering::newOf).toArray();
    var rows = KeptRows.read(nodes, owners, like, memory);
    return plan.hasDevices()
        ? new LogicalDevices(placement, numbering, rows)
        : new CachedRows(placement, nodes, rows);
  }

  /** Bytes of the rows. */
  long bytes();

  /** Groups of devices that read each other's rows; 1 for a cache. */
  int groups();

  /** The nodes with a row on the devices of a group, by their numbers in the dataset. */
  BitSet nodes(int group);

  /** The group of the device of a batch whose first seed is this one. */
  int group(int firstSeed);

  /**
   * A store of these rows over that of the owners; one for each thread that reads.
   *
   * @param owners makes the store below, which counts its reads as given
   * @param threads that copy rows
   */
  BatchStore over(Function<ReadCounts.ByOwner, FeatureStore> owners, ReadCounts reads, int threads);
}
