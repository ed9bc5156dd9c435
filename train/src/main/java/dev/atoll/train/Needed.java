package dev.atoll.train;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import java.util.Arrays;
import java.util.Optional;

/** The parts of a dataset that training cannot do without. */
final class Needed {
  private Needed() {}

  static Features features(Dataset dataset) {
    return expect(dataset.features(), dataset, "features");
  }

  static Labels labels(Dataset dataset) {
    return expect(dataset.labels(), dataset, "labels");
  }

  private static <T> T expect(Optional<T> part, Dataset dataset, String name) {
    return part.orElseThrow(
        () ->
            new BadDataException(
                "dataset %s has no %s, which training needs".formatted(dataset.name(), name)));
  }

  /** The training nodes that have a label, ascending. */
  static long[] seeds(Dataset dataset, String splitName) {
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
