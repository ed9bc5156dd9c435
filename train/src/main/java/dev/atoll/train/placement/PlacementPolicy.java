package dev.atoll.train.placement;

import java.util.BitSet;
import java.util.function.Supplier;

/** Selects the feature rows that a worker caches: the slot {@code placement}. */
public interface PlacementPolicy {
  /**
   * The run that a policy decides for.
   *
   * @param alpha when devices of a group give up copies
   * @param layers of the model
   * @param training finds the training nodes of this worker, by the dataset's numbers
   */
  record Request(double alpha, int layers, Supplier<BitSet> training, int threads) {}

  /** Keeps the rows most likely in a batch: the policy of a GPU's memory. */
  static PlacementPolicy likeliest() {
    return new CachedPlacement();
  }

  /** Whether any row is cached. */
  default boolean cachesRows() {
    return true;
  }

  /**
   * Whether the policy divides all nodes among devices. A worker without devices then caches nodes
   * of the part that has its rank; otherwise it caches nodes in the order of one device's buffer.
   */
  default boolean dividesNodes() {
    return false;
  }

  /**
   * Whether logical devices train on nodes of their own, which the placement names, so that every
   * batch has seeds of one device.
   */
  default boolean dividesSeeds() {
    return false;
  }

  /** Decides which rows every device keeps. */
  Placer placer(Request request);
}
