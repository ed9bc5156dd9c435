package dev.atoll.train.store;

/** What is done to features before they are used. */
public enum FeatureScaling {
  NONE,
  /** Every row divided by the sum of its absolute values: bags of words. */
  ROW,
  /** Every column to mean 0 and variance 1. */
  STANDARD
}
