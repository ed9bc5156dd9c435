package dev.atoll.train.sampling.dgs.explain;

/**
 * The constraint that keeps a mask from being open everywhere.
 *
 * @param budget the constant mean of the mask, above 0 and below 1; 0 for a mask with penalties
 *     instead
 * @param size weight of the mean of the mask in the objective, if there is no budget
 * @param entropy weight of the mean entropy of the mask in the objective, if there is no budget
 */
record MaskGoal(double budget, double size, double entropy) {
  /** A mask that is all but open: its entries still move against each other. */
  private static final double LARGEST_BUDGET = 0.99;

  /** A mask of a fixed mean. */
  static MaskGoal keeping(double share) {
    return new MaskGoal(Math.min(share, LARGEST_BUDGET), 0, 0);
  }

  /** A mask that may close as far as the prediction allows, as GNNExplainer's. */
  static MaskGoal penalized(double size, double entropy) {
    return new MaskGoal(0, size, entropy);
  }

  boolean hasBudget() {
    return budget > 0;
  }
}
