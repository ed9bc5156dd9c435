package dev.atoll.train.data;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.graph.wording.Choice;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.store.FeatureScaling;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.LongStream;

/** The parts of a dataset that training cannot do without. */
public final class RequiredData {
  private RequiredData() {}

  /** The features; none are needed where every node learns a row of its own. */
  public static Features features(WorkerData data, TrainingPlan plan) {
    if (data.features().isEmpty() && plan.embeddings().isPresent()) {
      return new Features.Dense(data.nodeCount(), 0, Features.Element.F32, MemorySegment.NULL);
    }
    return data.features()
        .orElseThrow(
            () ->
                new BadDataException(
                    "dataset %s has no features; let every node learn a row of numbers instead: %s"
                        .formatted(data.name(), Choice.EMBEDDINGS.text())));
  }

  /**
   * The scaled rows of all nodes, or of this worker's own. Inductive training, which sees no other
   * nodes, takes means and deviations of the training nodes.
   *
   * @throws BadDataException when the scaling needs rows that are not here
   */
  public static FeatureRows rows(WorkerData data, TrainingPlan plan) {
    Features features = features(data, plan);
    FeatureScaling scaling = plan.data().scaling();
    if (scaling == FeatureScaling.STANDARD && features.rows() < data.nodeCount()) {
      throw new BadDataException(
          "features.normalize=standard needs the features of all %d nodes in one place, but this worker of %s has those of %d: scale them before"
              .formatted(data.nodeCount(), data.name(), features.rows()));
    }
    boolean inductive = plan.sampled().isEmpty() && plan.fullGraph().inductive();
    if (scaling == FeatureScaling.STANDARD && inductive) {
      Split split = data.split(plan.data().split());
      if (split.count(Split.TRAIN) == 0) {
        throw new BadDataException(
            "features.normalize=standard needs means of the training nodes, but split '%s' of dataset %s has none; choose another split or features.normalize=none"
                .formatted(split.name(), data.name()));
      }
      return FeatureRows.standard(features, split.nodes(Split.TRAIN));
    }
    return new FeatureRows(features, scaling, data.firstFeatureNode(), data.featureDensity());
  }

  /** The width of an input row: features and learnable embeddings. */
  public static int inputWidth(WorkerData data, TrainingPlan plan) {
    return features(data, plan).width() + plan.embeddings().map(EmbeddingSpec::width).orElse(0);
  }

  public static Labels labels(WorkerData data) {
    return data.labels()
        .orElseThrow(
            () ->
                new BadDataException(
                    "dataset %s has no labels, which node classification needs: import its table with %s, the column of classes; %s (link prediction) and %s (embeddings) need none"
                        .formatted(
                            data.name(),
                            Choice.LABEL.text(),
                            Choice.LINK_PREDICTION.text(),
                            Choice.UNSUPERVISED.text())));
  }

  /** The training nodes that have a label, ascending. */
  public static long[] seeds(WorkerData data, String splitName) {
    Split split = data.split(splitName);
    long[] nodes = split.nodes(Split.TRAIN);
    long[] labelled =
        labels(data) instanceof Labels.Single single
            ? Arrays.stream(nodes).filter(v -> single.of(v) >= 0).toArray()
            : nodes;
    if (labelled.length == 0) {
      throw new BadDataException(
          "dataset %s: none of the %d training nodes of split '%s' has a label; expected some: %s"
              .formatted(data.name(), nodes.length, split.name(), remedy(data)));
    }
    return labelled;
  }

  private static String remedy(WorkerData data) {
    if (labels(data) instanceof Labels.Single single
        && LongStream.range(0, single.rows()).allMatch(node -> single.of(node) < 0)) {
      return "no node has one; %s and %s need none"
          .formatted(Choice.LINK_PREDICTION.text(), Choice.UNSUPERVISED.text());
    }
    return "make a split of labelled nodes with %s, or choose one with %s (there are: %s)"
        .formatted(
            Choice.SETTING.text("split=random:60/20/20"),
            Choice.SETTING.text("split=NAME"),
            String.join(", ", data.splitNames()));
  }
}
