package dev.atoll.train.plan;

import dev.atoll.train.store.FeatureScaling;

/**
 * The split, scaling and order of a dataset.
 *
 * @param reorder whether rows are laid out for locality; changes sums in their last bits only
 * @param split the name of one of the dataset's splits
 */
public record DataPlan(FeatureScaling scaling, boolean reorder, String split) {
  /** Unscaled features, laid out for locality, the split called "split". */
  public static final DataPlan DEFAULT = new DataPlan(FeatureScaling.NONE, true, "split");
}
