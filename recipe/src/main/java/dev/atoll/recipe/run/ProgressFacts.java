package dev.atoll.recipe.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Objects;

/**
 * The content of {@code progress.json}; null where something is not known yet. Fields are added,
 * never renamed.
 *
 * @param pid of the process that trains
 * @param process start of that process: its pid may be used again
 * @param begun start of the run
 * @param epochs planned
 * @param resumedEpochs done before the run was resumed
 * @param trainingBegun start of the first epoch
 * @param deviceBytes memory of the first worker when training began
 * @param epoch under way, counted from 1
 * @param step done, counted from 1
 * @param failure the error that ended the run
 * @param ended end of a run that did not finish
 * @param backend the description of the device that computes
 */
@JsonInclude(Include.NON_NULL)
public record ProgressFacts(
    Long pid,
    String process,
    String host,
    String begun,
    Integer epochs,
    Integer resumedEpochs,
    String trainingBegun,
    Long deviceBytes,
    Integer epoch,
    Integer step,
    String failure,
    String ended,
    String backend) {
  /** The facts of a run that begins now in this process. */
  static ProgressFacts ofThisProcess() {
    ProcessHandle self = ProcessHandle.current();
    return new ProgressFacts(
        self.pid(),
        startOf(self),
        localHost(),
        now(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** The facts of a run that has failed with an error. */
  public static ProgressFacts failed(String failure) {
    return new ProgressFacts(
        null, null, null, null, null, null, null, null, null, null, failure, "", null);
  }

  ProgressFacts withBackend(String description) {
    return new ProgressFacts(
        pid,
        process,
        host,
        begun,
        epochs,
        resumedEpochs,
        trainingBegun,
        deviceBytes,
        epoch,
        step,
        failure,
        ended,
        description);
  }

  ProgressFacts withTraining(int plannedEpochs, int doneEpochs, long bytes) {
    return new ProgressFacts(
        pid,
        process,
        host,
        begun,
        plannedEpochs,
        doneEpochs,
        now(),
        bytes,
        epoch,
        step,
        failure,
        ended,
        backend);
  }

  ProgressFacts withStep(int newEpoch, int newStep) {
    return new ProgressFacts(
        pid,
        process,
        host,
        begun,
        epochs,
        resumedEpochs,
        trainingBegun,
        deviceBytes,
        newEpoch,
        newStep,
        failure,
        ended,
        backend);
  }

  ProgressFacts withFailure(String message) {
    return new ProgressFacts(
        pid,
        process,
        host,
        begun,
        epochs,
        resumedEpochs,
        trainingBegun,
        deviceBytes,
        epoch,
        step,
        message,
        ended,
        backend);
  }

  ProgressFacts withEnd() {
    return new ProgressFacts(
        pid,
        process,
        host,
        begun,
        epochs,
        resumedEpochs,
        trainingBegun,
        deviceBytes,
        epoch,
        step,
        failure,
        now(),
        backend);
  }

  /** Whether the training process is visible on this machine. */
  boolean isSeen() {
    return Objects.requireNonNullElse(host, "").equals(localHost())
        && pid != null
        && ProcessHandle.of(pid).filter(found -> startOf(found).equals(process)).isPresent();
  }

  private static String now() {
    return Instant.now().toString();
  }

  private static String startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("");
  }

  private static String localHost() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "";
    }
  }
}
