package dev.atoll.train.plan;

/**
 * The loss of node classification.
 *
 * @param weights how much each class counts
 * @param gamma of the focal loss (Lin et al. 2017), which lowers the weight of nodes that are
 *     classified well by (1 − p)^gamma; 0 for plain cross entropy
 */
public record NodeLoss(ClassWeights weights, float gamma) {
  public static final NodeLoss CROSS_ENTROPY = new NodeLoss(ClassWeights.NONE, 0);
}
