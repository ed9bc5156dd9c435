package dev.atoll.app.describe;

import dev.atoll.app.screen.Screen;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.event.Scores;
import dev.atoll.train.event.TrainingResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Nodes of each class, by their role in a split.
 *
 * @param counts by class, then by role: training, validation, test
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LabelCounts(List<String> names, long[][] counts) {
  private static final String[] ROLES = {"train", "validation", "test"};

  /** The number of nodes of a class below which its scores mean little. */
  private static final int FEW = 10;

  /** The multiple of the loss of guessing above which the model does not learn. */
  private static final double FAR_ABOVE = 10;

  /** The relative change below which a loss has not moved. */
  private static final double UNMOVED = 1e-3;

  /** The number of classes above which they are not listed. */
  private static final int MOST_CLASSES = 50;

  /** The counts of a run; empty for other tasks than classification with one class per node. */
  public static Optional<LabelCounts> of(Dataset dataset, Settings settings) {
    Split split = dataset.splits().get(settings.get(Keys.SPLIT));
    return settings.get(Keys.TASK).equals(Keys.TASK.fallback()) && split != null
        ? of(dataset, split)
        : Optional.empty();
  }

  private static Optional<LabelCounts> of(Dataset dataset, Split split) {
    if (!(dataset.labels().orElse(null) instanceof Labels.Single labels)) {
      return Optional.empty();
    }
    long[][] counts = new long[labels.classes()][ROLES.length];
    for (long node = 0; node < labels.rows(); node++) {
      if (labels.of(node) >= 0 && split.role(node) >= 0) {
        counts[labels.of(node)][split.role(node)]++;
      }
    }
    return Optional.of(new LabelCounts(dataset.names().ofClasses(labels.classes()), counts));
  }

  /** The counts of a dataset's first split as a table; empty where there is none. */
  static Optional<Table> tableOf(Dataset dataset) {
    return first(dataset)
        .filter(found -> found.names.size() <= MOST_CLASSES)
        .map(LabelCounts::table);
  }

  /** The counts of a dataset's first split by class; empty where there is none. */
  static Map<String, ByRole> byClass(Dataset dataset) {
    Map<String, ByRole> byClass = new LinkedHashMap<>();
    first(dataset).ifPresent(found -> found.fill(byClass));
    return byClass;
  }

  /** Nodes of a class. */
  record ByRole(long train, long validation, long test) {}

  /** Names the splits of a labelled dataset that have no labelled training nodes. */
  public static List<String> splitsWithoutTraining(Dataset dataset) {
    return dataset.splits().values().stream()
        .filter(split -> of(dataset, split).filter(it -> it.total(Split.TRAIN) == 0).isPresent())
        .map(Split::name)
        .toList();
  }

  private static Optional<LabelCounts> first(Dataset dataset) {
    return dataset.splits().values().stream().findFirst().flatMap(split -> of(dataset, split));
  }

  private Table table() {
    Table table = Table.of("class", "train", "validation", "test");
    for (int c = 0; c < counts.length; c++) {
      table.row(
          names.get(c),
          Units.count(counts[c][Split.TRAIN]),
          Units.count(counts[c][Split.VALIDATION]),
          Units.count(counts[c][Split.TEST]));
    }
    return table;
  }

  private void fill(Map<String, ByRole> byClass) {
    for (int c = 0; c < counts.length; c++) {
      byClass.put(
          names.get(c),
          new ByRole(counts[c][Split.TRAIN], counts[c][Split.VALIDATION], counts[c][Split.TEST]));
    }
  }

  /** Warns of roles of the split that have few nodes of a class. */
  public void warn(Screen screen) {
    for (int role = 0; role < ROLES.length; role++) {
      List<String> few = new ArrayList<>();
      for (int c = 0; c < counts.length; c++) {
        if (total(role) > 0 && counts[c][role] < FEW) {
          few.add("%s %d".formatted(names.get(c), counts[c][role]));
        }
      }
      if (!few.isEmpty()) {
        screen.remark(
            "few %s nodes of %d of %d classes (%s): scores of them say little"
                .formatted(ROLES[role], few.size(), counts.length, shortened(few)));
      }
    }
  }

  private static String shortened(List<String> few) {
    int most = 5;
    return few.size() <= most
        ? String.join(", ", few)
        : String.join(", ", few.subList(0, most)) + ", …";
  }

  private long total(int role) {
    long total = 0;
    for (long[] byRole : counts) {
      total += byRole[role];
    }
    return total;
  }

  /**
   * Warns of a loss far above that of guessing, and of one that has not moved, with likely causes.
   */
  public void warnOfLoss(TrainingResult result, Settings settings, Screen screen) {
    double guess = Math.log(Math.max(2, counts.length));
    double first = result.epochs().getFirst().loss();
    double last = result.epochs().getLast().loss();
    int epochs = result.epochs().size();
    if (last > FAR_ABOVE * guess) {
      screen.remark(
          "the loss of the last epoch is %s; guessing among all %d classes has %s. Likely causes: a learning rate too high (lr=%s), or features that are very large (--set features.normalize=standard)"
              .formatted(
                  Units.number(last),
                  counts.length,
                  Units.number(guess),
                  settings.text(Keys.LEARNING_RATE)));
    } else if (epochs >= FEW && Math.abs(last - first) <= UNMOVED * first) {
      screen.remark(
          "the loss has not moved in %d epochs (%s). Likely causes: a learning rate too low (lr=%s), or features that say nothing of the classes"
              .formatted(epochs, Units.number(last), settings.text(Keys.LEARNING_RATE)));
    }
  }

  /** Prints the score of a model that knows only the sizes of classes, in the main metric. */
  public void compare(TrainingResult result, Screen screen) {
    Scores test = result.evaluation().test();
    if (!test.isEmpty()) {
      List<Long> nodes = Arrays.stream(counts).map(byRole -> byRole[Split.TEST]).toList();
      Baseline.of(test.mainName(), names, nodes)
          .ifPresent(baseline -> screen.line(baseline.text(test.main())));
    }
  }
}
