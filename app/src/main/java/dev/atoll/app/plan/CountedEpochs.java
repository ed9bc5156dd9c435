package dev.atoll.app.plan;

import dev.atoll.graph.Dataset;
import dev.atoll.train.cost.MeasuredEpochs;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;

/**
 * The epochs of a run whose bytes are predicted.
 *
 * @param from the first
 * @param to the one after the last
 */
record CountedEpochs(int from, int to) {
  /**
   * Epochs of full-graph training to count: a multiple of 2, 3, 4 and 6, so that rows sent only
   * once in so many epochs get their true share of the mean.
   */
  private static final int WHOLE_GRAPH_EPOCHS = 12;

  private static final int SAMPLED_EPOCHS = 2;

  static CountedEpochs of(TrainingPlan plan, Dataset dataset, int workers) {
    int epochs = plan.sampled().isPresent() ? SAMPLED_EPOCHS : WHOLE_GRAPH_EPOCHS;
    int warmUp = Math.min(MeasuredEpochs.WARM_UP, epochs - 1);
    int from =
        plan.sampled()
            .filter(sampled -> sampled.stepsToSettle() > 0)
            .map(sampled -> Math.max(warmUp, epochsToSettle(sampled, plan, dataset, workers)))
            .orElse(warmUp);
    return new CountedEpochs(from, from + epochs);
  }

  private static int epochsToSettle(
      SampledPlan sampled, TrainingPlan plan, Dataset dataset, int workers) {
    long seeds = RequiredData.seeds(WorkerData.of(dataset), plan.data().split()).length;
    long steps = Math.max(1, Math.ceilDiv(seeds, (long) sampled.batch() * workers));
    return Math.toIntExact(Math.ceilDiv(sampled.stepsToSettle(), steps));
  }

  int count() {
    return to - from;
  }
}
