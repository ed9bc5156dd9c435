package dev.atoll.spark;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.evaluate.Evaluation;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.BatchesLaunched;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainEvent.Explained;
import dev.atoll.train.event.TrainEvent.Recorded;
import dev.atoll.train.event.TrainEvent.Started;
import dev.atoll.train.event.TrainEvent.StepFinished;
import dev.atoll.train.event.TrainingResult;
import java.util.List;
import java.util.Optional;

/**
 * What the first worker tells the driver, as a line of JSON: one of the fields is there.
 *
 * @param backend the run begins on a device that describes itself so
 * @param started training begins, or goes on
 * @param epoch an epoch is done
 * @param launched how the batches of an epoch were launched
 * @param recorded what every worker did
 * @param explained what was found on the way
 * @param result the run is done
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunEvent(
    String backend,
    Start started,
    Epoch epoch,
    BatchesLaunched launched,
    Recorded recorded,
    Explained explained,
    Result result) {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  record Start(
      int epochs, int trainNodes, long parameterCount, long deviceBytes, List<Epoch> done) {
    static Start of(Started event) {
      return new Start(
          event.epochs(),
          event.trainNodes(),
          event.parameterCount(),
          event.deviceBytes(),
          event.done().stream().map(Epoch::of).toList());
    }

    Started toEvent() {
      return new Started(
          epochs,
          trainNodes,
          parameterCount,
          deviceBytes,
          done.stream().map(Epoch::toEvent).toList());
    }
  }

  /** A finished epoch; the evaluation is null where there was none. */
  record Epoch(int epoch, double loss, EpochCost cost, Evaluation evaluation) {
    static Epoch of(EpochFinished event) {
      return new Epoch(event.epoch(), event.loss(), event.cost(), event.evaluation().orElse(null));
    }

    EpochFinished toEvent() {
      return new EpochFinished(epoch, loss, cost, Optional.ofNullable(evaluation));
    }
  }

  record Result(
      List<Epoch> epochs,
      int bestEpoch,
      Evaluation evaluation,
      String weightsSha256,
      List<Long> heldBytes,
      List<Long> neededBytes,
      List<Long> cacheBytes) {
    static Result of(TrainingResult result) {
      return new Result(
          result.epochs().stream().map(Epoch::of).toList(),
          result.bestEpoch(),
          result.evaluation(),
          result.weightsSha256(),
          result.heldBytes(),
          result.neededBytes(),
          result.cacheBytes());
    }

    TrainingResult toResult() {
      return new TrainingResult(
          epochs.stream().map(Epoch::toEvent).toList(),
          bestEpoch,
          evaluation,
          weightsSha256,
          heldBytes,
          neededBytes,
          cacheBytes);
    }
  }

  static RunEvent begins(String backend) {
    return new RunEvent(backend, null, null, null, null, null, null);
  }

  /** Empty for events that are too many to tell. */
  static Optional<RunEvent> of(TrainEvent event) {
    return Optional.ofNullable(
        switch (event) {
          case Started start -> new RunEvent(null, Start.of(start), null, null, null, null, null);
          case StepFinished _ -> null;
          case EpochFinished epoch ->
              new RunEvent(null, null, Epoch.of(epoch), null, null, null, null);
          case BatchesLaunched batches -> new RunEvent(null, null, null, batches, null, null, null);
          case Recorded timelines -> new RunEvent(null, null, null, null, timelines, null, null);
          case Explained found -> new RunEvent(null, null, null, null, null, found, null);
        });
  }

  static RunEvent of(TrainingResult result) {
    return new RunEvent(null, null, null, null, null, null, Result.of(result));
  }

  String toLine() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event that cannot be told: " + this, e);
    }
  }

  /** The outcome of a run, which is the last line of what is told. */
  public static TrainingResult outcome(List<String> told) {
    return ofLine(told.getLast()).result().toResult();
  }

  static RunEvent ofLine(String line) {
    try {
      return JSON.readValue(line, RunEvent.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event that cannot be read: " + line, e);
    }
  }
}
