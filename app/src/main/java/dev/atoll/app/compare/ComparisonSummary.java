package dev.atoll.app.compare;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atoll.comm.Purpose;
import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.RowReads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code comparison.json}, and the output of {@code compare --json}. Fields are added, never
 * renamed.
 */
public record ComparisonSummary(
    List<Run> runs,
    List<Row> rows,
    List<LeftOut> leftOut,
    long failures,
    String folder,
    String report) {
  /** A finished run: its {@code result.json}, its folder, and the command that repeats it. */
  public record Run(@JsonUnwrapped RunResult result, String folder, String command) {
    private static Run of(FinishedRun run) {
      return new Run(run.result(), run.folder().toString(), run.command());
    }
  }

  /**
   * The runs of a contender.
   *
   * @param varied settings of its own by key
   * @param differing other settings in which the rows differ, as {@code key=value key=value}
   * @param figures null where no run was finished
   * @param failures messages by seed
   * @param toTarget null where a run has no validation score
   */
  public record Row(
      String recipe,
      int workers,
      String data,
      String preset,
      Map<String, String> varied,
      String differing,
      List<Long> seeds,
      @JsonUnwrapped Figures figures,
      List<String> commands,
      Map<Long, String> failures,
      @JsonInclude(Include.NON_NULL) Target.Cost toTarget) {
    private static Row of(ComparisonRow row, ComparisonResult ofData) {
      Contender contender = row.contender();
      Map<String, String> varied = new LinkedHashMap<>();
      contender.own().forEach(line -> varied.put(line.key(), line.text()));
      contender.data().ifPresent(line -> varied.put(line.key(), line.text()));
      return new Row(
          contender.recipe(),
          row.workers(),
          row.data(),
          row.preset(),
          varied,
          SettingDifferences.of(ofData).of(contender),
          row.runs().stream().map(FinishedRun::seed).toList(),
          row.isEmpty() ? null : Figures.of(row),
          row.planned().stream().map(PlannedRun::command).toList(),
          row.failures(),
          row.isEmpty()
              ? null
              : Target.of(ofData.finished()).map(target -> target.cost(row)).orElse(null));
    }
  }

  /**
   * Figures over the finished runs of a contender.
   *
   * @param score the name of the score
   * @param byScore the score, under its name
   * @param validation null where the score is that of the validation nodes
   * @param perEpoch seconds, in all and by {@link Phase#label}
   * @param bytesPerEpoch by {@link Purpose#label}, and their {@code total}
   */
  public record Figures(
      String score,
      @JsonAnyGetter Map<String, Spread> byScore,
      @JsonInclude(Include.NON_NULL) Spread validation,
      Spread loss,
      Map<String, Spread> perEpoch,
      Map<String, Spread> bytesPerEpoch,
      Reads reads,
      Spread rounds,
      Spread cpuUse,
      Spread stepsPerEpoch,
      double skippedBroadcasts,
      Spread maxAge,
      Spread memory,
      List<Double> memoryByWorker,
      List<List<Double>> trafficPerEpoch) {
    private static Figures of(ComparisonRow row) {
      Map<String, Spread> seconds = new LinkedHashMap<>();
      seconds.put("seconds", row.secondsPerEpoch());
      for (Phase phase : Phase.values()) {
        seconds.put(phase.label(), row.phase(phase));
      }
      Map<String, Spread> bytes = new LinkedHashMap<>();
      for (Purpose purpose : Purpose.values()) {
        bytes.put(purpose.label(), row.bytes(purpose));
      }
      bytes.put("total", row.bytes());
      return new Figures(
          row.scoreName(),
          Map.of(row.scoreName(), row.score()),
          row.validation().orElse(null),
          row.loss(),
          seconds,
          bytes,
          new Reads(
              row.reads(RowReads::local), row.reads(RowReads::peer), row.reads(RowReads::host)),
          row.rounds(),
          row.cpuUse(),
          row.steps(),
          row.skipped().mean(),
          row.maxAge(),
          row.memory(),
          row.memoryByWorker(),
          row.traffic());
    }
  }

  /** Feature rows that an epoch reads, by tier. */
  public record Reads(Spread local, Spread peer, Spread host) {}

  /** A contender that could not take part. */
  @JsonInclude(Include.NON_NULL)
  public record LeftOut(String recipe, String workers, String data, String reason) {
    private static LeftOut of(Contender contender, String reason) {
      return new LeftOut(
          contender.recipe(),
          contender.workers().map(Assignment::text).orElse(null),
          contender.data().map(Assignment::text).orElse(null),
          reason);
    }
  }

  public static ComparisonSummary of(ComparisonResult result, ComparisonFolder folder) {
    Map<String, ComparisonResult> byData = result.byData();
    List<LeftOut> leftOut = new ArrayList<>();
    result.leftOut().forEach((who, reason) -> leftOut.add(LeftOut.of(who, reason)));
    return new ComparisonSummary(
        result.runs().stream().map(Run::of).toList(),
        result.rows().stream().map(row -> Row.of(row, byData.get(row.data()))).toList(),
        leftOut,
        result.failures(),
        folder.path().toString(),
        folder.report().toString());
  }
}
