package dev.atoll.train.store;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.util.Objects;

/** The rows of {@link FeatureStoreContract} in memory, and a count of those that were read. */
public final class MemoryStore implements FeatureStore {
  private final OwnedRows rows;
  private long reads;

  public MemoryStore(Arena memory) {
    Matrix elements = FeatureStoreContract.rows(0, FeatureStoreContract.NODES, memory);
    rows = OwnedRows.withoutDegrees(0, new DenseStoredRows(elements));
  }

  /** The rows that were read so far. */
  public long reads() {
    return reads;
  }

  /** The rows, as those of a worker that owns all nodes. */
  public OwnedRows rows() {
    return rows;
  }

  @Override
  public int width() {
    return rows.width();
  }

  @Override
  public void gather(FeatureRead read, Runnable meanwhile) {
    meanwhile.run();
    for (int i = 0; i < read.count(); i++) {
      int node = Objects.checkIndex(read.node(i), FeatureStoreContract.NODES);
      read.copy(rows.rows(), node, read.index(i));
      if (read.withDegrees()) {
        read.degrees()[read.index(i)] = StoreRanks.degree(node);
      }
      reads++;
    }
  }
}
