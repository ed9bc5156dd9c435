package dev.atoll.train.placement;

import dev.atoll.graph.Ordering;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.store.BatchStore;
import dev.atoll.train.store.CachingStore;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.KeptRows;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.OwnerReads;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Function;

/** A cache of feature rows of other workers: reads of them count as local. */
public final class CachedRows implements NearRows {
  private final Placement placement;
  private final KeptRows rows;

  /** The cached row of every node, by its number after partitioning. */
  private final int[] rowOf;

  private CachedRows(Placement placement, KeptRows rows, int[] rowOf) {
    this.placement = placement;
    this.rows = rows;
    this.rowOf = rowOf;
  }

  /**
   * Reads the rows of a placement on one device.
   *
   * @param placement by the dataset's node numbers
   * @param owners reads the rows
   * @param like own rows; cached rows are stored in the same form
   */
  public static CachedRows read(
      Placement placement, FeatureStore owners, OwnedRows like, Ordering ordering, Arena memory) {
    int[] nodes = placement.nodes().map(ordering::newOf).toArray();
    int[] rowOf = new int[placement.nodeCount()];
    Arrays.fill(rowOf, CachingStore.NONE);
    for (int row = 0; row < nodes.length; row++) {
      rowOf[nodes[row]] = row;
    }
    return new CachedRows(placement, KeptRows.read(nodes, owners, like, memory), rowOf);
  }

  @Override
  public long bytes() {
    return rows.bytes();
  }

  @Override
  public int groups() {
    return 1;
  }

  @Override
  public BitSet nodes(int group) {
    return placement.nodes(group);
  }

  @Override
  public int group(int firstSeed) {
    return 0;
  }

  @Override
  public BatchStore over(Function<OwnerReads, FeatureStore> owners, ReadCounts reads, int threads) {
    FeatureStore below = owners.apply(reads::addOf);
    return BatchStore.of(
        new CachingStore(below, rows, node -> rowOf[node], reads::addLocal, threads));
  }
}
