package dev.atoll.app.compare;

import dev.atoll.recipe.run.EpochLine;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The highest validation score that every run of a comparison reaches, to compare the cost of each
 * to get there.
 */
public record Target(double score) {
  /** The target of rows; empty if a run has no validation score. */
  public static Optional<Target> of(List<ComparisonRow> rows) {
    double least =
        rows.stream()
            .flatMap(row -> row.runs().stream())
            .mapToDouble(Target::best)
            .reduce(Math::min)
            .orElse(Double.NaN);
    return Double.isFinite(least) ? Optional.of(new Target(least)) : Optional.empty();
  }

  /** The best validation score of a run; NaN without one. */
  private static double best(FinishedRun run) {
    return run.epochs().stream()
        .mapToDouble(run::validation)
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
  }

  /** Epochs until a run of a row reaches the score. */
  public Spread epochs(ComparisonRow row) {
    return row.over(run -> sum(run, _ -> 1));
  }

  /** Seconds of training until a run of a row reaches the score. */
  public Spread seconds(ComparisonRow row) {
    return row.over(run -> sum(run, EpochLine::seconds));
  }

  /** Bytes between workers until a run of a row reaches the score. */
  public Spread bytes(ComparisonRow row) {
    return row.over(run -> sum(run, EpochLine::totalBytes));
  }

  private double sum(FinishedRun run, ToDoubleFunction<EpochLine> figure) {
    double sum = 0;
    for (EpochLine line : run.epochs()) {
      sum += figure.applyAsDouble(line);
      if (run.validation(line) >= score) {
        return sum;
      }
    }
    return Double.NaN;
  }

  /** The cost of reaching a validation score. */
  record Cost(double validation, Spread epochs, Spread seconds, Spread bytes) {}

  Cost cost(ComparisonRow row) {
    return new Cost(score, epochs(row), seconds(row), bytes(row));
  }
}
