package dev.atoll.recipe.compose;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.event.Scores;
import java.util.Locale;

/** Checks that the metric by which the best epoch is chosen is defined on the validation nodes. */
public final class SelectionMetric {
  private SelectionMetric() {}

  /**
   * Refuses ranking metrics if all validation nodes have one class: the area under the curve is
   * undefined there, and the average precision is the same for every model.
   *
   * @throws SettingsException naming the metric and a remedy
   */
  public static void require(Settings settings, Dataset dataset) {
    Split split = dataset.splits().get(settings.get(Keys.SPLIT));
    if (!settings.get(Keys.TASK).equals(Keys.TASK.fallback())
        || split == null
        || !(dataset.labels().orElse(null) instanceof Labels.Single labels)
        || !needsTwoClasses(metric(settings, dataset, labels))) {
      return;
    }
    int first = -1;
    for (long node = 0; node < labels.rows(); node++) {
      int label = labels.of(node);
      if (label >= 0 && split.role(node) == Split.VALIDATION) {
        if (first >= 0 && label != first) {
          return;
        }
        first = label;
      }
    }
    if (first >= 0) {
      throw new SettingsException(
          "select.metric=%s: all validation nodes have one class, '%s', so that no epoch is better than another; make a split with all classes (--set split=stratified:60/20/20), or set select.metric=accuracy"
              .formatted(metric(settings, dataset, labels), dataset.names().ofClass(first)));
    }
  }

  private static String metric(Settings settings, Dataset dataset, Labels.Single labels) {
    String chosen = settings.get(Keys.SELECT_METRIC);
    boolean usual = chosen.equals(Keys.SELECT_METRIC.fallback());
    boolean ranked =
        labels.classes() == 2
            && dataset.metric().orElse("").toLowerCase(Locale.ROOT).contains(Scores.AUC);
    return usual && ranked ? Scores.AUC : chosen;
  }

  /** Whether a metric compares the ranks of nodes of different classes. */
  public static boolean needsTwoClasses(String metric) {
    return metric.equals(Scores.AUC) || metric.equals(Scores.AVERAGE_PRECISION);
  }
}
