package dev.atoll.train.placement;

import dev.atoll.train.store.FeatureStore;

/**
 * The feature rows of one batch after another. Most batches read the same store; simulated devices
 * have one each.
 */
public interface BatchStore {
  /** Elements of a feature row. */
  int width();

  /**
   * The store that a batch reads, until the next one begins.
   *
   * @param firstSeed of the batch; −1 without seeds
   */
  FeatureStore forBatch(int firstSeed);

  /** The same store for every batch. */
  static BatchStore of(FeatureStore store) {
    return new BatchStore() {
      @Override
      public int width() {
        return store.width();
      }

      @Override
      public FeatureStore forBatch(int firstSeed) {
        return store;
      }
    };
  }
}
