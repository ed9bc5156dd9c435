package dev.atoll.spark;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
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
 * An event of a run on its way from the first worker to the driver, as a line of JSON; exactly one
 * of the fields is set.
 *
 * @param backend the description of the device on which the run begins
 * @param started set when training begins or is resumed
 * @param epoch a finished epoch
 * @param launched how the batches of an epoch were launched
 * @param recorded the timelines of all workers
 * @param explained the explanations of all workers
 * @param result the outcome of the run
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunEvent(
    String backend,
    Started started,
    EpochFinished epoch,
    BatchesLaunched launched,
    Recorded recorded,
    Explained explained,
    TrainingResult result) {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  static RunEvent started(String backend) {
    return new RunEvent(backend, null, null, null, null, null, null);
  }

  /** The event to send; empty for steps, which are too many. */
  static Optional<RunEvent> of(TrainEvent event) {
    return Optional.ofNullable(
        switch (event) {
          case Started start -> new RunEvent(null, start, null, null, null, null, null);
          case StepFinished _ -> null;
          case EpochFinished epoch -> new RunEvent(null, null, epoch, null, null, null, null);
          case BatchesLaunched batches -> new RunEvent(null, null, null, batches, null, null, null);
          case Recorded timelines -> new RunEvent(null, null, null, null, timelines, null, null);
          case Explained found -> new RunEvent(null, null, null, null, null, found, null);
        });
  }

  static RunEvent of(TrainingResult result) {
    return new RunEvent(null, null, null, null, null, null, result);
  }

  String toLine() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write as JSON: " + this, e);
    }
  }

  /** The result of a run, from its last line. */
  public static TrainingResult outcome(List<String> lines) {
    return ofLine(lines.getLast()).result();
  }

  static RunEvent ofLine(String line) {
    try {
      return JSON.readValue(line, RunEvent.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot read as an event of a run: " + line, e);
    }
  }
}
