package dev.atoll.train.store;

/** The scaling of features before training. */
public enum FeatureScaling {
  NONE,
  /** Every row divided by the sum of its absolute values: bags of words. */
  ROW,
  /** Every column to mean 0 and variance 1. */
  STANDARD
}
