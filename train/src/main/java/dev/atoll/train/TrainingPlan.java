package dev.atoll.train;

import dev.atoll.train.batch.FeatureScaling;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.SageLayer;

/**
 * Everything that decides a run's outcome, besides the dataset.
 *
 * @param reorder whether rows are laid out for locality; changes sums in their last bits only
 * @param split the name of one of the dataset's splits
 * @param patience epochs without a better validation score after which training stops; 0 never
 *     stops it
 * @param evaluateEvery epochs from one evaluation to the next
 * @param seed the root of all random choices
 */
public record TrainingPlan(
    ModelSpec model,
    OptimizerSpec optimizer,
    FeatureScaling scaling,
    boolean reorder,
    String split,
    int epochs,
    int patience,
    int evaluateEvery,
    long seed) {
  public TrainingPlan {
    if (epochs < 1) {
      throw new IllegalArgumentException("epochs=" + epochs + ": expected at least 1");
    }
    if (patience < 0) {
      throw new IllegalArgumentException(
          "earlyStop=" + patience + ": expected 0 (off) or more epochs");
    }
    if (evaluateEvery < 1) {
      throw new IllegalArgumentException(
          "evaluate.every=" + evaluateEvery + ": expected at least 1");
    }
  }

  /** Two layers of 128, dropout 0.5, Adam 0.01, 200 epochs. */
  public static TrainingPlan of(ModelSpec.Kind kind) {
    var model =
        new ModelSpec(
            kind, 2, 128, 4, 1, 0.5f, 0, 0, false, false, false, false, SageLayer.Aggregator.MEAN);
    var optimizer = new OptimizerSpec(OptimizerSpec.Kind.ADAM, 0.01f, 0, 0);
    return new TrainingPlan(model, optimizer, FeatureScaling.NONE, true, "split", 200, 0, 1, 0);
  }
}
