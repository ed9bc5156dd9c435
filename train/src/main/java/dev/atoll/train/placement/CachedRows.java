package dev.atoll.train.placement;

import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.store.CachingStore;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.KeptRows;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Function;

/** A cache of feature rows of other workers: reads of them count as local. */
final class CachedRows implements NearRows {
  private final Placement placement;
  private final KeptRows rows;

  /** The cached row of every node, by its number after partitioning. */
  private final int[] rowOf;

  /**
   * @param nodes by row, numbers after partitioning
   */
  CachedRows(Placement placement, int[] nodes, KeptRows rows) {
    this.placement = placement;
    this.rows = rows;
    this.rowOf = new int[placement.nodeCount()];
    Arrays.fill(rowOf, CachingStore.NONE);
    for (int row = 0; row < nodes.length; row++) {
      rowOf[nodes[row]] = row;
    }
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
  public BatchStore over(
      Function<ReadCounts.ByOwner, FeatureStore> owners, ReadCounts reads, int threads) {
    FeatureStore below = owners.apply(reads::addOf);
    return BatchStore.of(
        new CachingStore(below, rows, node -> rowOf[node], reads::addLocal, threads));
  }
}
