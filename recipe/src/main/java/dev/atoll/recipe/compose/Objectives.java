package dev.atoll.recipe.compose;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.SplitRule;
import dev.atoll.graph.link.LinkSplit;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.LinkKeys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.NodeLoss;
import dev.atoll.train.plan.Objective;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Builds the objective of a run and prepares its dataset, from the settings. */
public final class Objectives {
  private static final List<String> NODE_METRICS =
      List.of("auto", "accuracy", "auc", "averagePrecision", "f1Macro");
  private static final List<String> LINK_METRICS = List.of("auto", "auc", "mrr", "recall");

  private Objectives() {}

  /** The objective of training. */
  static Objective objective(Settings settings) {
    Objective task =
        switch (settings.get(Keys.TASK)) {
          case "node" -> node(settings);
          case "link" -> new Objective.Link(spec(settings));
          case "edge" -> new Objective.Edge();
          case "unsupervised" ->
              new Objective.Unsupervised(
                  spec(settings),
                  settings.integer(LinkKeys.WALK_LENGTH),
                  settings.get(LinkKeys.WALK_NEGATIVES));
          default -> throw new IllegalStateException(settings.get(Keys.TASK));
        };
    check(settings, task);
    return task;
  }

  private static Objective.Node node(Settings settings) {
    String metric = settings.get(Keys.SELECT_METRIC);
    require(settings, metric, NODE_METRICS);
    return new Objective.Node(
        new NodeLoss(settings.get(Keys.CLASS_WEIGHTS), settings.number(Keys.FOCAL)),
        metric.equals(Keys.SELECT_METRIC.fallback()) ? "" : metric);
  }

  private static void check(Settings settings, Objective task) {
    boolean nodes = task instanceof Objective.Node;
    boolean noWeights = !Keys.MODEL.in(settings).hasWeights();
    if (!nodes && settings.get(Keys.MODE).equals("full")) {
      throw new SettingsException(
          "task=%s with mode=full: pairs of nodes are trained in mini-batches; leave the recipe out, or take one of those, such as --recipe distdgl"
              .formatted(settings.get(Keys.TASK)));
    }
    if (noWeights && nodes) {
      throw new SettingsException(
          "model=%s with task=node: classes need a model with weights; take sage, gcn or gat"
              .formatted(settings.get(Keys.MODEL.key())));
    }
    if (noWeights && settings.get(Keys.EMBEDDINGS).equals("none")) {
      throw new SettingsException(
          "model=%s with embeddings=none: there are no weights to train; add --set embeddings=sparse"
              .formatted(settings.get(Keys.MODEL.key())));
    }
  }

  private static LinkSpec spec(Settings settings) {
    return new LinkSpec(
        settings.get(LinkKeys.DECODER),
        settings.number(LinkKeys.TEMPERATURE),
        settings.get(LinkKeys.NEGATIVES),
        settings.integer(LinkKeys.NEGATIVES_COUNT),
        settings.get(LinkKeys.LOSS),
        settings.get(LinkKeys.HIDE),
        linkMetric(settings),
        settings.get(LinkKeys.HITS),
        settings.integer(LinkKeys.CANDIDATES));
  }

  private static LinkSpec.Metric linkMetric(Settings settings) {
    String metric = settings.get(Keys.SELECT_METRIC);
    require(settings, metric, LINK_METRICS);
    return LinkSpec.Metric.valueOf(metric.toUpperCase(Locale.ROOT));
  }

  private static void require(Settings settings, String metric, List<String> known) {
    if (!known.contains(metric)) {
      throw new SettingsException(
          "select.metric=%s with task=%s: expected one of %s"
              .formatted(metric, settings.get(Keys.TASK), String.join(", ", known)));
    }
  }

  /** The items that are scored: nodes or links. */
  public static String scoredItems(Settings settings) {
    return switch (settings.get(Keys.TASK)) {
      case "link", "edge" -> "links";
      default -> "nodes";
    };
  }

  /** Opens the dataset that the settings name, and prepares it for their task. */
  public static Dataset open(Settings settings) throws IOException {
    Dataset dataset = DatasetCatalog.standard().open(settings.get(Keys.DATA));
    try {
      return ready(settings, dataset);
    } catch (RuntimeException e) {
      dataset.close();
      throw e;
    }
  }

  /**
   * The dataset prepared for the objective: with the split that the settings describe, and without
   * validation and test links in its graph.
   */
  public static Dataset ready(Settings settings, Dataset whole) {
    String split = settings.get(Keys.SPLIT);
    var splitKey = RandomKey.ofSeed(settings.get(Keys.SEED)).child("split");
    boolean named = settings.place(Keys.SPLIT).startsWith("--") && !SplitRule.isMeant(split);
    if (named && !whole.splits().isEmpty() && !whole.splits().containsKey(split)) {
      throw new SettingsException(
          settings.place(Keys.SPLIT)
              + ": "
              + Suggestion.unknown(
                  "split of dataset " + whole.name(), split, whole.splits().keySet()));
    }
    Dataset dataset =
        SplitRule.parse(split).map(rule -> rule.in(whole, split, splitKey)).orElse(whole);
    if (!settings.get(Keys.TASK).equals("link")) {
      return dataset;
    }
    var key = RandomKey.ofSeed(settings.get(Keys.SEED)).child("links");
    try {
      return new LinkSplit(settings.get(LinkKeys.VALIDATION), settings.get(LinkKeys.TEST), key)
          .of(dataset);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    }
  }
}
