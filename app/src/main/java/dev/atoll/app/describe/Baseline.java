package dev.atoll.app.describe;

import dev.atoll.recipe.log.Units;
import dev.atoll.train.event.Scores;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The score of a model that knows only the sizes of classes, in the metric of the run.
 *
 * @param model its description
 */
record Baseline(String model, String metric, double score) {
  /**
   * The baseline of a metric; empty for other metrics.
   *
   * @param names of classes
   * @param nodes of each class, at least one in total
   */
  static Optional<Baseline> of(String metric, List<String> names, List<Long> nodes) {
    double all = LongStream.of(longs(nodes)).sum();
    int present = (int) nodes.stream().filter(count -> count > 0).count();
    if (all == 0) {
      return Optional.empty();
    }
    int largest = 0;
    for (int c = 1; c < nodes.size(); c++) {
      largest = nodes.get(c) > nodes.get(largest) ? c : largest;
    }
    double majority = nodes.get(largest) / all;
    String always = "always predicting class " + names.get(largest);
    return switch (metric) {
      case Scores.ACCURACY -> Optional.of(new Baseline(always, metric, majority));
      case Scores.F1_MACRO ->
          Optional.of(new Baseline(always, metric, 2 * majority / (1 + majority) / present));
      case Scores.AUC -> Optional.of(new Baseline("a constant score", metric, 0.5));
      case Scores.AVERAGE_PRECISION ->
          Optional.of(
              new Baseline(
                  "a constant score", metric, present == 2 ? 1 - majority : 1.0 / present));
      default -> Optional.empty();
    };
  }

  private static long[] longs(List<Long> nodes) {
    return nodes.stream().mapToLong(Long::longValue).toArray();
  }

  /** Describes the baseline and whether a model of this score is better. */
  String text(double found) {
    return "%s gives a test %s of %s%s"
        .formatted(
            model,
            ScoreTable.words(metric),
            Units.percent(score),
            found <= score ? ": the model is no better" : "");
  }
}
