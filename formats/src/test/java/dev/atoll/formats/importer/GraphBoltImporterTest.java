package dev.atoll.formats.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphBoltImporterTest extends ImportFixture {
  private static final String METADATA =
      """
      dataset_name: tiny
      graph:
        nodes:
          - num: 3
        edges:
          - format: csv
            path: edges/edges.csv
      feature_data:
        - {domain: node, name: feat, format: numpy, in_memory: true, path: feat.npy}
        - {domain: edge, name: weight, format: numpy, path: none.npy}
      tasks:
        - name: node_classification
          num_classes: 4
          train_set:
            - data:
                - {name: seeds, format: numpy, in_memory: true, path: train.npy}
                - {name: labels, format: numpy, path: train-labels.npy}
          validation_set: []
          test_set:
            - data: [{name: seeds, format: numpy, path: test.npy}]
      """;

  private Path source;

  @BeforeEach
  void write() throws IOException {
    source = Files.createDirectory(folder.resolve("bolt"));
    Files.writeString(source.resolve("metadata.yaml"), METADATA);
    Files.createDirectory(source.resolve("edges"));
    Files.writeString(source.resolve("edges/edges.csv"), "0,1\n2,1\n");
    ints("feat", new long[] {3, 2}, 1, 2, 3, 4, 5, 6);
    ints("train", new long[] {2}, 2, 0);
    ints("train-labels", new long[] {2}, 3, 1);
    ints("test", new long[] {1}, 1);
  }

  @Test
  void readsTables() throws Exception {
    try (Dataset found = imported(source)) {
      assertEquals(List.of(0L, 2L), neighbors(found, 1));
      assertEquals(List.of(), neighbors(found, 0));
      assertEquals(List.of(1, -1, 3), labels(found));
      assertEquals(4, found.labels().orElseThrow().classes());
      assertEquals(List.of(0, 2, 0), roles(found.split("split")));
      assertEquals(2, found.features().orElseThrow().width());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "num: 3 ! num: 2 ! feat.npy: shape [3, 2]; expected [2, any]",
        "edges.csv ! edge.csv ! edge.csv is not there",
        "- num: 3 ! '[{num: 3, type: a}, {num: 1, type: b}]' ! graph.nodes has 2 entries; one is",
        "numpy, in_memory: true, path: feat.npy ! torch, path: feat.pt ! format 'torch' of feat.pt",
        "train-labels.npy ! test.npy ! test.npy: 1 labels for 2 seeds",
        "num_classes: 4 ! num_classes: 2 ! row 2: class 3; expected 0 to 1",
        "nodes: ! nodez: ! graph.nodes has 0 entries",
        "graph: ! gra[ph: ! metadata.yaml: "
      })
  void badMetadataIsNamed(String text, String instead, String message) throws Exception {
    Files.writeString(source.resolve("metadata.yaml"), METADATA.replace(text, instead));
    refused(source, message);
  }

  @Test
  void whatIsExportedIsReadBack() throws Exception {
    var catalog = new DatasetCatalog(List.of(), folder.resolve("cache"));
    try (Dataset cora = catalog.open("cora")) {
      Path exported = folder.resolve("exported");
      GraphBoltExporter.write(cora, exported);
      try (Dataset found = imported(exported)) {
        assertSame(cora.graph(), found.graph());
        assertEquals(-1, cora.split("split").data().mismatch(found.split("split").data()));
        Features.Dense dense = (Features.Dense) found.features().orElseThrow();
        assertEquals(1433, dense.width());
        List<Integer> labels = labels(cora);
        List<Integer> kept = labels(found);
        for (int node = 0; node < kept.size(); node++) {
          boolean used = cora.split("split").role(node) >= 0;
          assertEquals(used ? labels.get(node) : -1, kept.get(node));
        }
      }
    }
  }

  @Test
  void anExportThatFailsLeavesNothing() throws Exception {
    try (Dataset found = imported(source)) {
      Path taken = Files.createDirectory(folder.resolve("taken"));
      Files.writeString(taken.resolve("x"), "");
      assertThrows(BadDataException.class, () -> GraphBoltExporter.write(found, taken));
      try (var left = Files.list(taken)) {
        assertEquals(1, left.count());
      }
    }
  }

  private void ints(String name, long[] shape, int... cells) throws IOException {
    MemorySegment data = MemorySegment.ofArray(cells);
    Npy.write(source.resolve(name + ".npy"), NpyArray.of(name, data, NpyType.INT32, shape));
  }
}
