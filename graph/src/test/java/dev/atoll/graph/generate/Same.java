package dev.atoll.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;

/** Compares datasets bit by bit. */
final class Same {
  private Same() {}

  static void assertSame(Dataset one, Dataset other) {
    assertEquals(-1, one.graph().rowStarts().mismatch(other.graph().rowStarts()));
    assertEquals(-1, one.graph().neighbors().mismatch(other.graph().neighbors()));
    var features = (Features.Dense) one.features().orElseThrow();
    var otherFeatures = (Features.Dense) other.features().orElseThrow();
    assertEquals(-1, features.data().mismatch(otherFeatures.data()));
    var labels = (Labels.Single) one.labels().orElseThrow();
    var otherLabels = (Labels.Single) other.labels().orElseThrow();
    assertEquals(-1, labels.data().mismatch(otherLabels.data()));
    assertEquals(-1, one.splits().get("split").data().mismatch(other.splits().get("split").data()));
  }
}
