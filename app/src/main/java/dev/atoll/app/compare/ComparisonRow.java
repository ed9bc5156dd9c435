package dev.atoll.app.compare;

import dev.atoll.comm.Purpose;
import dev.atoll.recipe.result.Broadcasts;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.RowReads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The runs of one contender on all seeds.
 *
 * @param failures messages by seed
 */
public record ComparisonRow(
    Contender contender,
    List<PlannedRun> planned,
    List<FinishedRun> runs,
    Map<Long, String> failures) {
  public int workers() {
    return planned.getFirst().job().settings().integer(Keys.WORKERS);
  }

  /** The name or folder of the dataset. */
  public String data() {
    return planned.getFirst().job().settings().get(Keys.DATA);
  }

  /** The preset that applies; {@code none} where none does. */
  public String preset() {
    return planned.getFirst().job().settings().get(Keys.PRESET);
  }

  /** The label, such as {@code "bns-gcn exchange.rate=0.1 · 4 workers"}. */
  public String label() {
    return "%s · %d worker%s".formatted(contender.label(), workers(), workers() == 1 ? "" : "s");
  }

  /** The label, and the dataset's name if datasets are compared. */
  public String labelWithData() {
    return label() + contender.onData();
  }

  /** Whether no run has finished. */
  public boolean isEmpty() {
    return runs.isEmpty();
  }

  public String scoreName() {
    return isEmpty() ? "" : runs.getFirst().scoreName();
  }

  public Spread score() {
    return over(FinishedRun::score);
  }

  /**
   * The main score on the validation nodes; absent if the shown score is already theirs, or there
   * is none.
   */
  public Optional<Spread> validation() {
    return runs.stream().allMatch(FinishedRun::isTested)
        ? Optional.of(over(FinishedRun::validationScore))
        : Optional.empty();
  }

  public Spread loss() {
    return over(FinishedRun::loss);
  }

  public Spread secondsPerEpoch() {
    return over(run -> run.result().secondsPerEpoch());
  }

  /** The number of processors in use by all workers together. */
  public Spread cpuUse() {
    return over(run -> run.result().cpuUse());
  }

  public Spread phase(Phase phase) {
    return over(run -> run.result().secondsPerEpoch(phase));
  }

  /** Total bytes between workers per epoch. */
  public Spread bytes() {
    return over(run -> run.result().totalBytesPerEpoch());
  }

  public Spread bytes(Purpose purpose) {
    return over(run -> run.result().bytesPerEpoch(purpose));
  }

  /** Feature rows read from a tier per epoch. */
  public Spread reads(ToLongFunction<RowReads> tier) {
    return over(run -> tier.applyAsLong(run.result().reads()));
  }

  public Spread rounds() {
    return over(run -> run.result().rounds());
  }

  /** Steps of the optimizer in an epoch; 0 in runs of an older version. */
  public Spread steps() {
    return over(run -> run.result().stepsPerEpoch());
  }

  /** The share of broadcasts that were skipped; 0 for recipes that skip none. */
  public Spread skipped() {
    return over(
        run -> {
          Broadcasts all = run.result().broadcasts();
          return all.skipped() == 0 ? 0 : (double) all.skipped() / (all.sent() + all.skipped());
        });
  }

  /**
   * The largest age in epochs of embeddings or gradients that were used; 0 where none are stale.
   */
  public Spread maxAge() {
    return over(run -> run.result().broadcasts().maxAge());
  }

  /** Peak bytes of the worker that takes most. */
  public Spread memory() {
    return over(run -> run.memory().stream().mapToDouble(Double::doubleValue).max().orElse(0));
  }

  /** Bytes of each worker: the mean over runs. */
  public List<Double> memoryByWorker() {
    return means(runs.stream().map(FinishedRun::memory).toList());
  }

  /** Bytes per epoch from each worker to each: the mean over runs. */
  public List<List<Double>> traffic() {
    List<List<List<Double>>> byRun = runs.stream().map(FinishedRun::traffic).toList();
    List<List<Double>> means = new ArrayList<>();
    for (int from = 0; from < byRun.getFirst().size(); from++) {
      int sender = from;
      means.add(means(byRun.stream().map(run -> run.get(sender)).toList()));
    }
    return means;
  }

  /** The element-wise mean of lists. */
  private static List<Double> means(List<List<Double>> lists) {
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < lists.getFirst().size(); i++) {
      int element = i;
      means.add(Spread.of(lists.stream().map(list -> list.get(element)).toList()).mean());
    }
    return means;
  }

  public Spread over(ToDoubleFunction<FinishedRun> figure) {
    return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
  }
}
