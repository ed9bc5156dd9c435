package dev.atoll.recipe.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Objects;

/**
 * The content of {@code progress.json}, where all fields are in one object; null where something is
 * not known yet. Fields are added, never renamed.
 *
 * @param backend the description of the device that computes
 */
@JsonInclude(Include.NON_NULL)
public record ProgressFacts(
    @JsonUnwrapped Owner owner,
    @JsonUnwrapped Start start,
    @JsonUnwrapped Position position,
    @JsonUnwrapped End end,
    String backend) {
  /**
   * The process that trains, which owns the folder of the run.
   *
   * @param process start of that process: its pid may be used again
   * @param begun start of the run
   */
  @JsonInclude(Include.NON_NULL)
  public record Owner(Long pid, String process, String host, String begun) {
    static final Owner UNKNOWN = new Owner(null, null, null, null);

    /** This process, whose run begins now. */
    static Owner thisProcess() {
      ProcessHandle self = ProcessHandle.current();
      return new Owner(self.pid(), startOf(self), localHost(), now());
    }

    /** Whether the process is visible on this machine. */
    boolean isSeen() {
      return Objects.requireNonNullElse(host, "").equals(localHost())
          && pid != null
          && ProcessHandle.of(pid).filter(found -> startOf(found).equals(process)).isPresent();
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

  /**
   * The start of training.
   *
   * @param epochs planned
   * @param resumedEpochs done before the run was resumed
   * @param trainingBegun start of the first epoch
   * @param deviceBytes memory of the first worker when training began
   */
  @JsonInclude(Include.NON_NULL)
  public record Start(
      Integer epochs, Integer resumedEpochs, String trainingBegun, Long deviceBytes) {
    private static final Start UNKNOWN = new Start(null, null, null, null);
  }

  /**
   * The last step that is done.
   *
   * @param epoch under way, counted from 1
   * @param step done, counted from 1
   */
  @JsonInclude(Include.NON_NULL)
  public record Position(Integer epoch, Integer step) {
    private static final Position UNKNOWN = new Position(null, null);
  }

  /**
   * The end of a run that did not finish.
   *
   * @param failure the error that ended the run
   * @param ended its time
   */
  @JsonInclude(Include.NON_NULL)
  public record End(String failure, String ended) {
    private static final End UNKNOWN = new End(null, null);
  }

  /** The facts of a run that begins now in this process. */
  static ProgressFacts ofThisProcess() {
    return new ProgressFacts(
        Owner.thisProcess(), Start.UNKNOWN, Position.UNKNOWN, End.UNKNOWN, null);
  }

  /** The facts of a run that has failed with an error. */
  public static ProgressFacts failed(String failure) {
    return new ProgressFacts(
        Owner.UNKNOWN, Start.UNKNOWN, Position.UNKNOWN, new End(failure, ""), null);
  }

  ProgressFacts withBackend(String description) {
    return new ProgressFacts(owner, start, position, end, description);
  }

  ProgressFacts withTraining(int plannedEpochs, int doneEpochs, long bytes) {
    var known = new Start(plannedEpochs, doneEpochs, now(), bytes);
    return new ProgressFacts(owner, known, position, end, backend);
  }

  ProgressFacts withStep(int epoch, int step) {
    return new ProgressFacts(owner, start, new Position(epoch, step), end, backend);
  }

  ProgressFacts withFailure(String message) {
    return with(new End(message, end.ended));
  }

  ProgressFacts withEnd() {
    return with(new End(end.failure, now()));
  }

  private ProgressFacts with(End known) {
    return new ProgressFacts(owner, start, position, known, backend);
  }

  private static String now() {
    return Instant.now().toString();
  }
}
