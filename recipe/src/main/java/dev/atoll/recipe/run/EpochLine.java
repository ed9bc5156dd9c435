package dev.atoll.recipe.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.comm.Purpose;
import dev.atoll.recipe.result.Broadcasts;
import dev.atoll.recipe.result.EpochFigures;
import dev.atoll.recipe.result.ScoredNodes;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.RowReads;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import java.util.Map;
import java.util.Objects;

/**
 * A line of {@code metrics.jsonl}: one epoch. Fields are added, never renamed.
 *
 * @param epoch counted from 1
 * @param phases seconds by {@link Phase#label}
 * @param bytes sent between workers by {@link Purpose#label}, and in {@code total}
 * @param steps of the optimizer
 * @param test scores by name; null, like the next two, where the epoch was not evaluated
 */
public record EpochLine(
    int epoch,
    double loss,
    double seconds,
    double cpuSeconds,
    Map<String, Double> phases,
    Map<String, Long> bytes,
    double rounds,
    RowReads reads,
    Broadcasts broadcasts,
    int steps,
    @JsonInclude(Include.NON_NULL) Map<String, Double> test,
    @JsonInclude(Include.NON_NULL) Map<String, Double> validation,
    @JsonInclude(Include.NON_NULL) Map<String, Double> train) {
  public EpochLine {
    phases = Objects.requireNonNullElse(phases, Map.of());
    bytes = Objects.requireNonNullElse(bytes, Map.of());
    reads = Objects.requireNonNullElse(reads, RowReads.NONE);
    broadcasts = Objects.requireNonNullElse(broadcasts, Broadcasts.NONE);
  }

  /** The line of an epoch. */
  public static EpochLine of(EpochFinished epoch) {
    EpochCost cost = epoch.cost();
    var evaluation = epoch.evaluation();
    return new EpochLine(
        epoch.epoch() + 1,
        epoch.loss(),
        cost.seconds(),
        cost.cpuSeconds(),
        EpochFigures.byPhase(cost.phases()::get),
        EpochFigures.byPurpose(cost.bytes()::get),
        cost.rounds(),
        cost.reads(),
        new Broadcasts(cost.broadcastsSent(), cost.broadcastsSkipped(), cost.maxAge()),
        cost.steps(),
        evaluation.map(found -> found.test().byName()).orElse(null),
        evaluation.map(found -> found.validation().byName()).orElse(null),
        evaluation.map(found -> found.train().byName()).orElse(null));
  }

  /** Seconds of a phase, in the mean over workers. */
  public double phase(Phase phase) {
    return phases.getOrDefault(phase.label(), 0.0);
  }

  /** Bytes sent between workers for a purpose. */
  public double bytes(Purpose purpose) {
    return bytes.getOrDefault(purpose.label(), 0L);
  }

  /** Bytes sent between workers. */
  public double totalBytes() {
    return bytes.getOrDefault(EpochFigures.TOTAL, 0L);
  }

  /** The scores on some nodes; empty if there are no scores. */
  public Map<String, Double> scores(ScoredNodes nodes) {
    return Objects.requireNonNullElse(
        switch (nodes) {
          case TRAIN -> train;
          case VALIDATION -> validation;
          case TEST -> test;
        },
        Map.of());
  }
}
