package dev.atoll.train.store;

import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;

/**
 * A store over another one: rows that it keeps are copied, the others are read from the store
 * below. The elements are the same; only the tier that they come from changes.
 */
public final class CachingStore implements FeatureStore {
  /** The kept row of nodes without one. */
  public static final int NONE = -1;

  private final FeatureStore below;
  private final KeptRows kept;
  private final IntUnaryOperator rowOf;
  private final LongConsumer reads;
  private final int threads;
  private int[] keptIndices = {};
  private int[] keptRows = {};
  private int keptCount;
  private int[] otherIndices = {};
  private int otherCount;

  /**
   * @param rowOf the kept row of a node, or {@link #NONE}
   * @param reads counts the rows that are copied
   * @param threads that copy them
   */
  public CachingStore(
      FeatureStore below, KeptRows kept, IntUnaryOperator rowOf, LongConsumer reads, int threads) {
    this.below = below;
    this.kept = kept;
    this.rowOf = rowOf;
    this.reads = reads;
    this.threads = threads;
  }

  @Override
  public int width() {
    return below.width();
  }

  @Override
  public void gather(FeatureRead read, Runnable meanwhile) {
    if (read.isEmpty(width())) {
      meanwhile.run();
      return;
    }
    divide(read);
    below.gather(
        read.only(otherIndices, otherCount),
        () -> {
          copyKept(read);
          meanwhile.run();
        });
  }

  private void divide(FeatureRead read) {
    if (otherIndices.length < read.count()) {
      int capacity = read.count() + read.count() / 4;
      keptIndices = new int[capacity];
      keptRows = new int[capacity];
      otherIndices = new int[capacity];
    }
    keptCount = 0;
    otherCount = 0;
    for (int i = 0; i < read.count(); i++) {
      int row = rowOf.applyAsInt(read.node(i));
      if (row == NONE) {
        otherIndices[otherCount++] = read.index(i);
      } else {
        keptIndices[keptCount] = read.index(i);
        keptRows[keptCount++] = row;
      }
    }
  }

  private void copyKept(FeatureRead read) {
    read.into()
        .forEachRange(
            threads,
            keptCount,
            (from, to) -> {
              for (int i = (int) from; i < to; i++) {
                kept.copy(keptRows[i], read, keptIndices[i]);
              }
            });
    reads.accept(keptCount);
  }
}
