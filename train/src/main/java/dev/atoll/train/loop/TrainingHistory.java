package dev.atoll.train.loop;

import dev.atoll.comm.Purpose;
import dev.atoll.graph.BadDataException;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.batch.SamplingPlace;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.Scores;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.plan.TrainingPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * The epochs of a run, and which of them was the best: by validation score, then by lower loss; the
 * last one without validation.
 */
final class TrainingHistory {
  private final TrainingPlan plan;
  private final BestWeights weights;
  private final List<EpochFinished> epochs = new ArrayList<>();
  private EpochFinished best;
  private double highest = Double.NEGATIVE_INFINITY;
  private int evaluationsSinceHighest;

  TrainingHistory(TrainingPlan plan, BestWeights weights) {
    this.plan = plan;
    this.weights = weights;
  }

  void add(EpochFinished epoch) {
    epochs.add(epoch);
    count(epoch);
    if (epoch.evaluation().isPresent() && isBetter(epoch)) {
      best = epoch;
      weights.save();
    }
  }

  List<EpochFinished> epochs() {
    return List.copyOf(epochs);
  }

  /** −1 before the first evaluation. */
  int bestEpoch() {
    return best == null ? -1 : best.epoch();
  }

  List<Matrix> bestWeights() {
    return weights.copies();
  }

  /** Continues the history of an interrupted run; the caller restores the best weights. */
  void resume(List<EpochFinished> done, int bestEpoch) {
    epochs.clear();
    epochs.addAll(done);
    done.forEach(this::count);
    best = bestEpoch < 0 ? null : epochs.get(bestEpoch);
  }

  /** An equal score with a lower loss has better weights, but is no reason to wait longer. */
  private void count(EpochFinished epoch) {
    OptionalDouble validation = validation(epoch);
    if (validation.isPresent() && validation.getAsDouble() > highest) {
      highest = validation.getAsDouble();
      evaluationsSinceHighest = 0;
    } else if (validation.isPresent()) {
      evaluationsSinceHighest++;
    }
  }

  /** The validation score; empty without one. */
  private static OptionalDouble validation(EpochFinished epoch) {
    return epoch.evaluation().map(Evaluation::validation).stream()
        .filter(scores -> !scores.isEmpty())
        .mapToDouble(TrainingHistory::defined)
        .findFirst();
  }

  /** Refuses a score by which no epoch is better than another. */
  private static double defined(Scores validation) {
    if (Double.isNaN(validation.main())) {
      throw new BadDataException(
          "the %s of %d validation nodes is undefined, as all have one class: use a split that has validation nodes of each class, or select epochs by accuracy"
              .formatted(validation.mainName(), validation.nodes()));
    }
    return validation.main();
  }

  private boolean isBetter(EpochFinished epoch) {
    OptionalDouble now = validation(epoch);
    OptionalDouble before = best == null ? OptionalDouble.empty() : validation(best);
    if (now.isEmpty() || before.isEmpty()) {
      return before.isEmpty();
    }
    int order = Double.compare(now.getAsDouble(), before.getAsDouble());
    return order > 0 || (order == 0 && epoch.loss() < best.loss());
  }

  /** Whether patience has run out: its number of evaluations brought no better validation score. */
  boolean isExhausted() {
    int patience = plan.epochs().patience();
    return patience > 0 && evaluationsSinceHighest >= patience;
  }

  TrainingResult finish(
      Supplier<String> sha256,
      List<Long> heldBytes,
      List<Long> neededBytes,
      List<Long> cacheBytes,
      List<Long> residentBytes,
      SamplingPlace sampling,
      Map<Purpose, Long> bytesOnce) {
    weights.restore();
    return new TrainingResult(
        epochs,
        best.epoch(),
        best.evaluation().orElseThrow(),
        sha256.get(),
        heldBytes,
        neededBytes,
        cacheBytes,
        residentBytes,
        sampling,
        bytesOnce);
  }
}
