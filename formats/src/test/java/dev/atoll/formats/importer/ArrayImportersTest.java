package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** NumPy folders, archives and GraphSAINT folders. */
class ArrayImportersTest extends ImportFixture {
  private Path source;

  @BeforeEach
  void makeSource() throws IOException {
    source = Files.createDirectory(folder.resolve("source"));
  }

  @Test
  void readsEdges() throws Exception {
    ints("edges", new long[] {2, 3}, 0, 1, 1, 1, 2, 1);
    ints("labels", new long[] {4}, 0, 1, -1, 2);
    try (Dataset found = imported(source)) {
      assertEquals(4, found.graph().nodeCount());
      assertEquals(List.of(0L, 2L), neighbors(found, 1));
      assertEquals(List.of(0, 1, -1, 2), labels(found));
    }
    try (Dataset found = imported(source, ImportOptions.DEFAULT.withEdges(EdgeRule.DIRECTED))) {
      assertEquals(List.of(0L, 1L), neighbors(found, 1));
      assertEquals(List.of(1L), neighbors(found, 2));
      assertEquals(List.of(), neighbors(found, 0));
    }
  }

  @Test
  void keepsTheWeightsOfEdges() throws Exception {
    ints("edges", new long[] {2, 3}, 0, 2, 1, 1, 1, 0);
    ints("weights", new long[] {3}, 5, 7, 6);
    try (Dataset found = imported(source)) {
      assertEquals(List.of(6f), weights(found, 0));
      assertEquals(List.of(6f, 7f), weights(found, 1));
    }
    try (Dataset found = imported(source, ImportOptions.DEFAULT.withEdges(EdgeRule.DIRECTED))) {
      assertEquals(List.of(6f), weights(found, 0));
      assertEquals(List.of(5f, 7f), weights(found, 1));
    }
    ints("weights", new long[] {3}, 5, 0, 6);
    try (Dataset found = imported(source)) {
      assertEquals(List.of(6f), weights(found, 0));
      assertEquals(List.of(0L), neighbors(found, 1));
      assertEquals(List.of(), neighbors(found, 2));
    }
    ints("weights", new long[] {3}, 5, -7, 6);
    refused(source, "entry 1 is -7.0; expected a finite number from 0");
    ints("weights", new long[] {2}, 5, 7);
    refused(source, "2 weights, but there are 3 edges");
  }

  @Test
  void keepsTheWeightsOfRows() throws Exception {
    ints("indptr", new long[] {4}, 0, 2, 3, 3);
    ints("indices", new long[] {3}, 2, 1, 0);
    ints("edge_weights", new long[] {3}, 3, 4, 5);
    try (Dataset found = imported(source, ImportOptions.DEFAULT.withEdges(EdgeRule.DIRECTED))) {
      assertEquals(List.of(1L, 2L), neighbors(found, 0));
      assertEquals(List.of(4f, 3f), weights(found, 0));
      assertEquals(List.of(5f), weights(found, 1));
    }
    ints("edge_weights", new long[] {3}, 0, 4, 0);
    try (Dataset found = imported(source, ImportOptions.DEFAULT.withEdges(EdgeRule.DIRECTED))) {
      assertEquals(List.of(1L), neighbors(found, 0));
      assertEquals(List.of(4f), weights(found, 0));
      assertEquals(List.of(), neighbors(found, 1));
    }
  }

  @Test
  void readsPairsWithoutAnythingElse() throws Exception {
    ints("edge_index", new long[] {3, 2}, 0, 1, 1, 2, 5, 2);
    try (Dataset found = imported(source)) {
      assertEquals(6, found.graph().nodeCount());
      assertEquals(List.of(1L, 5L), neighbors(found, 2));
    }
  }

  @Test
  void readsMasksAndSparseFeatures() throws Exception {
    ints("indptr", new long[] {4}, 0, 1, 2, 2);
    ints("indices", new long[] {2}, 2, 0);
    ints("features_indptr", new long[] {4}, 0, 2, 2, 3);
    ints("features_indices", new long[] {3}, 4, 1, 0);
    ints("features_values", new long[] {3}, 40, 10, 7);
    bytes("train_mask", 1, 0, 0);
    bytes("val_mask", 0, 1, 0);
    bytes("test_mask", 0, 0, 0);
    try (Dataset found = imported(source)) {
      assertEquals(List.of(1L, 2L), neighbors(found, 0));
      assertEquals(List.of(0, 1, -1), roles(found.split("split")));
      Features.Sparse features = (Features.Sparse) found.features().orElseThrow();
      assertEquals(5, features.width());
      assertEquals(1, features.columns().get(JAVA_INT, 0));
      assertEquals(10f, features.values().get(JAVA_FLOAT, 0));
    }
  }

  @Test
  void readsGnnBenchmarkArchives() throws Exception {
    ints("adj_indptr", new long[] {4}, 0, 1, 1, 1);
    ints("adj_indices", new long[] {1}, 2);
    ints("adj_data", new long[] {1}, 1);
    ints("adj_shape", new long[] {2}, 3, 3);
    ints("attr_indptr", new long[] {4}, 0, 1, 1, 1);
    ints("attr_indices", new long[] {1}, 2);
    ints("attr_data", new long[] {1}, 1);
    ints("attr_shape", new long[] {2}, 3, 9);
    ints("labels", new long[] {3}, 1, 0, 1);
    try (Dataset found = imported(archive("photo.npz"))) {
      assertEquals("photo", found.name());
      assertEquals(9, found.features().orElseThrow().width());
      assertEquals(List.of(0L), neighbors(found, 2));
    }
  }

  @Test
  void readsManyLabelsPerNode() throws Exception {
    ints("edges", new long[] {2, 1}, 0, 1);
    ints("labels", new long[] {2, 3}, 0, 1, 1, 0, 0, 0);
    try (Dataset found = imported(source)) {
      Labels.Multi labels = (Labels.Multi) found.labels().orElseThrow();
      assertTrue(labels.has(0, 2));
      assertEquals(3, labels.classes());
    }
    ints("labels", new long[] {2, 3}, 0, 1, 1, 0, 5, 0);
    refused(source, "labels.npy: row 1, class 1 is 5.0; expected 0 or 1");
  }

  @ParameterizedTest
  @CsvSource({"7, target 7 is out of range", "-1, target -1 is out of range"})
  void idsOutOfRangeAreNamed(int id, String message) throws Exception {
    ints("edges", new long[] {2, 2}, 0, 1, 1, id);
    ints("labels", new long[] {3}, 0, 1, 2);
    refused(source, "edges.npy: edge 1 (1 → " + id + "): " + message);
  }

  @Test
  void wrongRowCountsAreNamed() throws Exception {
    ints("edges", new long[] {2, 1}, 0, 1);
    ints("features", new long[] {4, 1}, 1, 2, 3, 4);
    ints("labels", new long[] {3}, 0, 1, 2);
    refused(source, "labels.npy: 3 rows, but " + source.resolve("features.npy") + " has 4;");
  }

  @Test
  void unknownFormatsListTheKnownOnes() throws Exception {
    refused(source, "no known format. Known are:");
    refused(folder.resolve("nowhere"), "there is no such file or folder");
    refused(
        source, ImportOptions.DEFAULT.withFormat("planetoit"), "did you mean 'planetoid'? Known:");
  }

  @Test
  void readsGraphSaint() throws Exception {
    Path saint = saint("{\"0\": 2, \"2\": 0}");
    try (Dataset found = imported(saint)) {
      assertEquals(List.of(2, -1, 0), labels(found));
      assertEquals(List.of(0, 2, 1), roles(found.split("split")));
      assertEquals(List.of(1L), neighbors(found, 0));
      assertTrue(found.features().isEmpty());
    }
    try (Dataset found = imported(saint("{\"0\": [0, 1], \"2\": [1.0, 1.0]}"))) {
      Labels.Multi labels = (Labels.Multi) found.labels().orElseThrow();
      assertTrue(labels.has(2, 0));
      assertTrue(!labels.has(1, 0));
    }
  }

  @Test
  void graphSaintErrorsNameTheEntry() throws Exception {
    refused(saint("{\"9\": 2}"), "class_map.json: line 1: node '9'; expected 0 to 2");
    refused(saint("{\"x\": 2}"), "class_map.json: line 1: node 'x'; expected 0 to 2");
    refused(saint("{\"0\": 2.5}"), "line 1: '0': expected a whole number, found 2.5");
    refused(
        saint("{\"0\": [0, 1],\n \"1\": 1}"), "line 2: node '1' has 1 values, the first one had 2");
    refused(saint("{\"0\": [0, 1"), "class_map.json: line 1, column 12: Unexpected end-of-input");
    Path twice = saint("{}");
    Files.writeString(twice.resolve("role.json"), "{\"tr\": [0], \"te\": [0]}");
    refused(twice, "node 0 is in two sets");
  }

  @ParameterizedTest
  @ValueSource(strings = {"minesweeper", "humango"})
  void agreesWithTheSharedArrays(String name) throws Exception {
    Path raw = raw("graphsaint-" + name + "-converted");
    try (Dataset expected = shared(name);
        Dataset found = imported(raw, ImportOptions.DEFAULT.withEdges(EdgeRule.UNDIRECTED))) {
      assertSame(expected, found);
    }
  }

  @Test
  void readsTheOriginalFlickr() throws Exception {
    Path raw = raw("graphsaint-flickr");
    try (Dataset expected = shared("flickr");
        Dataset found = imported(raw)) {
      assertSame(expected, found);
    }
  }

  private Path saint(String classes) throws IOException {
    Path saint = Files.createTempDirectory(folder, "saint");
    ints("indptr", new long[] {4}, 0, 1, 2, 2);
    ints("indices", new long[] {2}, 1, 0);
    Files.move(archive("adj_full.npz"), saint.resolve("adj_full.npz"));
    Files.writeString(saint.resolve("role.json"), "{\"tr\": [0], \"va\": [2], \"te\": [1]}");
    Files.writeString(saint.resolve("class_map.json"), classes);
    return saint;
  }

  private void ints(String name, long[] shape, int... cells) throws IOException {
    MemorySegment data = MemorySegment.ofArray(cells);
    Npy.write(source.resolve(name + ".npy"), NpyArray.of(name, data, NpyType.INT32, shape));
  }

  private void bytes(String name, int... cells) throws IOException {
    byte[] data = new byte[cells.length];
    IntStream.range(0, cells.length).forEach(i -> data[i] = (byte) cells[i]);
    Npy.write(
        source.resolve(name + ".npy"),
        NpyArray.of(name, MemorySegment.ofArray(data), NpyType.BOOL, cells.length));
  }

  /** Zips the arrays made so far. */
  private Path archive(String name) throws IOException {
    Path zip = folder.resolve(name);
    try (var out = new ZipOutputStream(Files.newOutputStream(zip));
        var files = Files.list(source)) {
      for (Path file : files.toList()) {
        out.putNextEntry(new ZipEntry(file.getFileName().toString()));
        Files.copy(file, out);
      }
    }
    return zip;
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws Exception {
    Path saint = saint("{}");
    Files.delete(saint.resolve("role.json"));
    Files.createSymbolicLink(saint.resolve("role.json"), saint.resolve("gone.json"));
    Path target = folder.resolve("target");
    var options = ImportOptions.DEFAULT.withFormat("graphsaint");
    var e = assertThrows(IOException.class, () -> Importers.run(saint, target, options));
    assertTrue(e.getMessage().startsWith(saint + ": import failed: "), e.getMessage());
    assertTrue(e.getMessage().contains("role.json"), e.getMessage());
  }

  @Test
  void unknownImportersAreErrors() {
    assertThrows(BadDataException.class, () -> Importers.named("csw"));
    assertEquals("npy", Importers.named("npy").name());
  }
}
