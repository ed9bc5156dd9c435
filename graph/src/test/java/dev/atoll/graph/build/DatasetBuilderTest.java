package dev.atoll.graph.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.EdgeOutOfRangeException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DatasetBuilderTest {
  @Test
  void arraysBecomeADataset() {
    try (Dataset dataset =
        new DatasetBuilder("mine", 4)
            .undirectedEdges(new int[] {0, 1, 2, 1}, new int[] {1, 2, 3, 0})
            .features(new float[][] {{1, 0}, {1, 1}, {0, 1}, {0, 0}})
            .labels(0, 0, 1, -1)
            .split(new int[] {0, 2}, new int[] {1}, new int[] {3})
            .build()) {
      assertEquals(6, dataset.graph().edgeCount());
      assertEquals(2, dataset.graph().inDegree(1));
      assertEquals(2, dataset.features().map(Features::width).orElseThrow());
      var labels = (Labels.Single) dataset.labels().orElseThrow();
      assertEquals(2, labels.classes());
      assertEquals(-1, labels.of(3));
      assertArrayEquals(new long[] {0, 2}, dataset.split("split").nodes(Split.TRAIN));
    }
  }

  @Test
  void directedEdgesLeadOneWay() {
    try (Dataset dataset =
        new DatasetBuilder("mine", 2).directedEdges(new int[] {0}, new int[] {1}).build()) {
      assertEquals(0, dataset.graph().inDegree(0));
      assertEquals(1, dataset.graph().inDegree(1));
      assertEquals(Optional.empty(), dataset.features());
      assertTrue(dataset.splits().isEmpty());
    }
  }

  @Test
  void wrongArraysAreRefused() {
    var builder = new DatasetBuilder("mine", 2);
    refused("2 sources and 1 targets", () -> builder.directedEdges(new int[2], new int[1]));
    refused("expected 2 rows", () -> builder.features(new float[3][1]));
    refused("node 1: expected 1 columns", () -> builder.features(new float[][] {{1}, {1, 2}}));
    refused("expected 2 classes", () -> builder.labels(0));
    refused("node 0: expected a class", () -> builder.labels(-2, 0));
    refused(
        "node 1 is named twice",
        () -> builder.split(new int[] {0, 1}, new int[] {1}, new int[] {}));
    refused("found 2", () -> builder.split(new int[] {2}, new int[] {}, new int[] {}));
    assertThrows(
        EdgeOutOfRangeException.class,
        () -> builder.directedEdges(new int[] {0}, new int[] {2}).build());
  }

  private static void refused(String part, Executable call) {
    String message = assertThrows(BadDataException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }
}
