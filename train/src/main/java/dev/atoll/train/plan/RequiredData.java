package dev.atoll.train.plan;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The parts of a dataset that training cannot do without. */
public final class RequiredData {
  private RequiredData() {}

  /** The features; none are needed where every node learns a row of its own. */
  public static Features features(Dataset dataset, TrainingPlan plan) {
    if (dataset.features().isEmpty() && plan.embeddings().isPresent()) {
      return new Features.Dense(
          dataset.graph().nodeCount(), 0, Features.Cell.F32, MemorySegment.NULL);
    }
    return dataset
        .features()
        .orElseThrow(
            () ->
                new BadDataException(
                    "dataset %s has no features; let every node learn a row of numbers instead: --recipe distdgl --set embeddings=sparse"
                        .formatted(dataset.name())));
  }

  /** Cells of an input row: features and learnable cells. */
  public static int inputWidth(Dataset dataset, TrainingPlan plan) {
    return features(dataset, plan).width() + plan.embeddings().map(EmbeddingSpec::width).orElse(0);
  }

  public static Labels labels(Dataset dataset) {
    return dataset
        .labels()
        .orElseThrow(
            () ->
                new BadDataException(
                    "dataset %s has no labels, which training needs".formatted(dataset.name())));
  }

  /** The training nodes that have a label, ascending. */
  public static long[] seeds(Dataset dataset, String splitName) {
    Split split = dataset.split(splitName);
    long[] nodes = split.nodes(Split.TRAIN);
    if (labels(dataset) instanceof Labels.Single single) {
      nodes = Arrays.stream(nodes).filter(v -> single.of(v) >= 0).toArray();
    }
    if (nodes.length == 0) {
      throw new BadDataException(
          "dataset %s: split '%s' has no labelled training node; choose another with --set split=NAME (there are %s)"
              .formatted(
                  dataset.name(), split.name(), String.join(", ", dataset.splits().keySet())));
    }
    return nodes;
  }
}
